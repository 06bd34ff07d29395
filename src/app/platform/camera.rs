//! QR codes read by the camera. If the browser has no reader, the app's own one is used (`public/reader/detector.js`).

use super::fetch::fetch_script;
use super::navigator::settled;
use leptos::prelude::window;
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};
use web_sys::js_sys::{Array, Function, Object, Promise, Reflect};

#[wasm_bindgen]
extern "C" {
    /// The browser's reader of QR codes. Chromium has one on Android and macOS.
    type BarcodeDetector;

    #[wasm_bindgen(constructor, catch)]
    fn new(options: &JsValue) -> Result<BarcodeDetector, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn detect(this: &BarcodeDetector, of: &JsValue) -> Result<Promise, JsValue>;
}

/// An open camera that reads codes.
pub struct Camera {
    reader: BarcodeDetector,
    stream: JsValue,
}

/// Reason why no codes can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCamera {
    /// The browser has no reader, and the app's own one cannot be fetched.
    NoReader,
    /// There is no camera, or no permission to use it.
    Refused,
}

/// Fetches the app's own reader if the browser has none. False if it cannot be fetched.
pub async fn fetch_reader() -> bool {
    let has_reader = || Reflect::has(&window(), &"BarcodeDetector".into()).unwrap_or(false);
    if !has_reader() {
        fetch_script("reader/detector.js").await;
    }
    has_reader()
}

fn get(of: &JsValue, key: &str) -> Option<JsValue> {
    Reflect::get(of, &key.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}

fn call(of: &JsValue, method: &str, with: &JsValue) -> Option<JsValue> {
    get(of, method)?.dyn_into::<Function>().ok()?.call1(of, with).ok()
}

fn object(key: &str, value: &JsValue) -> JsValue {
    let object = Object::new();
    // Setting a field of a new object cannot fail.
    let _ = Reflect::set(&object, &key.into(), value);
    object.into()
}

impl Camera {
    /// Opens the camera at the back of the device, and shows its picture on `video`.
    pub async fn open(video: &JsValue) -> Result<Self, NoCamera> {
        if !fetch_reader().await {
            return Err(NoCamera::NoReader);
        }
        let formats = object("formats", &Array::of1(&"qr_code".into()));
        let reader = BarcodeDetector::new(&formats).map_err(|_| NoCamera::NoReader)?;
        let window: JsValue = web_sys::window().ok_or(NoCamera::Refused)?.into();
        let devices =
            get(&window, "navigator").and_then(|navigator| get(&navigator, "mediaDevices")).ok_or(NoCamera::Refused)?;
        let wanted = object("video", &object("facingMode", &"environment".into()));
        let promise = call(&devices, "getUserMedia", &wanted).and_then(|value| value.dyn_into::<Promise>().ok());
        let stream = settled(promise.ok_or(JsValue::NULL)).await.map_err(|_| NoCamera::Refused)?;
        let camera = Self { reader, stream };
        Reflect::set(video, &"srcObject".into(), &camera.stream).map_err(|_| NoCamera::Refused)?;
        let playing = call(video, "play", &JsValue::UNDEFINED).and_then(|value| value.dyn_into::<Promise>().ok());
        settled(playing.ok_or(JsValue::NULL)).await.map_err(|_| NoCamera::Refused)?;
        Ok(camera)
    }

    /// The texts of the codes in the current picture.
    pub async fn codes(&self, video: &JsValue) -> Vec<String> {
        // Reading fails while there is no picture yet.
        let Ok(found) = settled(self.reader.detect(video)).await else { return Vec::new() };
        Array::from(&found).iter().filter_map(|code| get(&code, "rawValue")?.as_string()).collect()
    }
}

impl Drop for Camera {
    fn drop(&mut self) {
        let tracks = call(&self.stream, "getTracks", &JsValue::UNDEFINED).map(|tracks| Array::from(&tracks));
        for track in tracks.iter().flat_map(Array::iter) {
            call(&track, "stop", &JsValue::UNDEFINED);
        }
    }
}
