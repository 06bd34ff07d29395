//! Pictures: drawing an SVG image as a PNG file.

use super::navigator::settled;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::js_sys::{Promise, encode_uri_component};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

/// Draws an SVG image that refers to nothing outside itself. `None` if the browser cannot.
pub async fn png(svg: &str, width: u32, height: u32) -> Option<Blob> {
    let image = HtmlImageElement::new().ok()?;
    // The page's policy permits only images in its own address or in data.
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", String::from(encode_uri_component(svg))));
    settled(Ok(image.decode())).await.ok()?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.draw_image_with_html_image_element(&image, 0.0, 0.0).ok()?;
    let drawn = Promise::new(&mut |resolve, _| drop(canvas.to_blob(&resolve)));
    settled(Ok(drawn)).await.ok()?.dyn_into().ok()
}
