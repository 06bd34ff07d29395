//! QR codes read by the camera. If the browser has no reader, the app's own one is used (`public/reader/detector.js`).

use super::fetch::fetch_script;
use super::navigator::{part, settled};
use leptos::prelude::window;
use std::time::Duration;
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};
use web_sys::js_sys::{Array, Object, Promise, Reflect};
use web_sys::{
    HtmlVideoElement, MediaDevices, MediaStream, MediaStreamConstraints, MediaStreamTrack, MediaTrackConstraints,
};

// `web-sys` does not have it.
#[wasm_bindgen]
extern "C" {
    /// The browser's reader of QR codes. Chromium has one on Android and macOS.
    type BarcodeDetector;

    #[wasm_bindgen(constructor, catch)]
    fn new(options: &JsValue) -> Result<BarcodeDetector, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn detect(this: &BarcodeDetector, of: &HtmlVideoElement) -> Result<Promise, JsValue>;

    /// The permissions of the page.
    type Permissions;

    #[wasm_bindgen(method, catch)]
    fn query(this: &Permissions, of: &JsValue) -> Result<Promise, JsValue>;
}

/// Time between two pictures that are searched for codes.
pub const PICTURE_INTERVAL: Duration = Duration::from_millis(120);

/// An open camera that reads codes.
pub struct Camera {
    reader: BarcodeDetector,
    stream: MediaStream,
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

/// True if the page may use the camera without asking the player. False in browsers that do not reveal it.
pub async fn is_permitted() -> bool {
    let Some(permissions) = part::<Permissions>("permissions") else { return false };
    let options = Object::new();
    // Setting a field of a new object cannot fail.
    let _ = Reflect::set(&options, &"name".into(), &"camera".into());
    let Ok(status) = settled(permissions.query(&options)).await else { return false };
    Reflect::get(&status, &"state".into()).is_ok_and(|state| state == "granted")
}

impl Camera {
    /// Opens the camera at the back of the device, and shows its picture on `video`.
    pub async fn open(video: &HtmlVideoElement) -> Result<Self, NoCamera> {
        if !fetch_reader().await {
            return Err(NoCamera::NoReader);
        }
        let options = Object::new();
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&options, &"formats".into(), &Array::of1(&"qr_code".into()));
        let reader = BarcodeDetector::new(&options).map_err(|_| NoCamera::NoReader)?;
        let stream = stream().await.ok_or(NoCamera::Refused)?;
        let camera = Self { reader, stream };
        video.set_src_object(Some(&camera.stream));
        settled(video.play()).await.map_err(|_| NoCamera::Refused)?;
        Ok(camera)
    }

    /// The texts of the codes in the current picture.
    pub async fn codes(&self, video: &HtmlVideoElement) -> Vec<String> {
        // Reading fails while there is no picture yet.
        let Ok(found) = settled(self.reader.detect(video)).await else { return Vec::new() };
        let text = |code: JsValue| Reflect::get(&code, &"rawValue".into()).ok()?.as_string();
        Array::from(&found).iter().filter_map(text).collect()
    }
}

/// The stream of the camera at the back of the device. `None` without a camera or without permission to use it.
async fn stream() -> Option<MediaStream> {
    let (wanted, track) = (MediaStreamConstraints::new(), MediaTrackConstraints::new());
    track.set_facing_mode_str("environment");
    wanted.set_video_media_track_constraints(&track);
    let devices: MediaDevices = part("mediaDevices")?;
    settled(devices.get_user_media_with_constraints(&wanted)).await.ok().map(JsCast::unchecked_into)
}

impl Drop for Camera {
    fn drop(&mut self) {
        for track in self.stream.get_tracks().iter() {
            track.unchecked_into::<MediaStreamTrack>().stop();
        }
    }
}
