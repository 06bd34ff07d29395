//! The `view!` of Drumhead's pages: what Leptos's own reads, made into elements of one type.
//!
//! Leptos makes a type of its own of each shape of an element, and code for each. Here an element is a list of what is said of
//! it (`src/app/element.rs`), so that a view costs a phone little more than its words. What is written is the same: `on:click`,
//! `class:name`, `style:name`, `prop:name`, `node_ref`, any attribute; components are handed to Leptos as they are.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeBlock, NodeElement};
use syn::spanned::Spanned;
use syn::{Expr, Lit, Stmt};

/// A view, as a `View`.
#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let made = rstml::parse2(tokens.into()).and_then(|nodes| together(&nodes));
    made.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Several beside each other; one by itself.
fn together(nodes: &[Node]) -> syn::Result<TokenStream> {
    let drawn: Vec<_> =
        nodes.iter().filter(|node| !matches!(node, Node::Comment(_))).map(drawn).collect::<Result<_, _>>()?;
    Ok(match drawn.as_slice() {
        [one] => one.clone(),
        all => quote! { crate::app::element::beside(vec![#(#all),*]) },
    })
}

fn drawn(node: &Node) -> syn::Result<TokenStream> {
    match node {
        Node::Element(element) if is_component(element) => component(element),
        Node::Element(own) => {
            let own = element(own)?;
            Ok(quote! { #own.view() })
        }
        Node::Block(block) => {
            let value = value(block);
            Ok(quote! { crate::app::element::Child::view(#value) })
        }
        Node::Text(text) => {
            let words = &text.value;
            Ok(quote! { crate::app::element::Child::view(#words) })
        }
        Node::Fragment(fragment) => together(&fragment.children),
        other => Err(syn::Error::new(other.span(), "a view is made of elements, components, blocks and literals")),
    }
}

fn is_component(element: &NodeElement<rstml::Infallible>) -> bool {
    element.name().to_string().starts_with(|first: char| first.is_uppercase())
}

/// A component: Leptos's own way, with what it holds as one block.
fn component(element: &NodeElement<rstml::Infallible>) -> syn::Result<TokenStream> {
    if element.name().to_string() == "Show" {
        return show(element);
    }
    let (name, attributes) = (element.name(), element.attributes());
    let made = if element.children.is_empty() {
        quote! { <#name #(#attributes)*/> }
    } else {
        let children = together(&element.children)?;
        quote! { <#name #(#attributes)*>{#children}</#name> }
    };
    Ok(quote! { crate::app::element::View::of(leptos::view! { #made }) })
}

/// What `<Show when=…>` holds, for as long as that does; what `fallback=…` says for as long as it does not.
fn show(element: &NodeElement<rstml::Infallible>) -> syn::Result<TokenStream> {
    let (mut when, mut fallback) = (None, quote! { None });
    for attribute in element.attributes() {
        let NodeAttribute::Attribute(attribute) = attribute else { continue };
        let value = attribute.value().map(ToTokens::to_token_stream);
        match attribute.key.to_string().as_str() {
            "when" => when = value,
            "fallback" => fallback = quote! { Some(Box::new(move |()| crate::app::element::Child::view((#value)()))) },
            other => return Err(syn::Error::new(attribute.span(), format!("Show has no {other}"))),
        }
    }
    let when = when.ok_or_else(|| syn::Error::new(element.span(), "Show needs when"))?;
    let held = together(&element.children)?;
    Ok(quote! { crate::app::element::show(#when, move || #held, #fallback) })
}

fn element(element: &NodeElement<rstml::Infallible>) -> syn::Result<TokenStream> {
    let tag = element.name().to_string();
    let mut fixed = Vec::new();
    let mut given = Vec::new();
    for attribute in element.attributes() {
        let NodeAttribute::Attribute(attribute) = attribute else {
            return Err(syn::Error::new(attribute.span(), "an attribute has a name"));
        };
        match literal(attribute) {
            Some(value) => {
                let name = attribute.key.to_string();
                fixed.push(quote! { (#name, #value) });
            }
            None => given.push(said(attribute)?),
        }
    }
    let children = element.children.iter().filter(|node| !matches!(node, Node::Comment(_))).map(child);
    let children: Vec<_> = children.collect::<Result<_, _>>()?;
    let own = own();
    let made = if IN_DRAWINGS.contains(&tag.as_str()) {
        quote! { drawing }
    } else {
        quote! { new }
    };
    Ok(quote! {{
        #[allow(unused_mut, reason = "some hold nothing, and nothing more is said of them")]
        let mut #own = crate::app::element::Element::#made(#tag, &[#(#fixed),*]);
        #(#children)*
        #(#given)*
        #own
    }})
}

/// Elements of SVG, which belong to a namespace of their own.
const IN_DRAWINGS: [&str; 10] =
    ["svg", "g", "path", "line", "polyline", "polygon", "rect", "circle", "ellipse", "text"];

/// What the element is called while it is made: no name of whoever writes a view.
fn own() -> Ident {
    Ident::new("own", Span::mixed_site())
}

fn child(node: &Node) -> syn::Result<TokenStream> {
    let own = own();
    Ok(match node {
        Node::Block(block) => {
            let value = value(block);
            quote! { #own.child(#value); }
        }
        Node::Text(text) => {
            let words = &text.value;
            quote! { #own.child(#words); }
        }
        Node::Element(other) if !is_component(other) => {
            let other = element(other)?;
            quote! { #own.hold(#other); }
        }
        other => {
            let view = drawn(other)?;
            quote! { #own.child(#view); }
        }
    })
}

/// What stands in braces, without them where it is an expression alone.
fn value(block: &NodeBlock) -> TokenStream {
    match block.try_block().map(|block| block.stmts.as_slice()) {
        Some([Stmt::Expr(value, None)]) => value.to_token_stream(),
        _ => block.to_token_stream(),
    }
}

/// What is the same always: a literal, or an attribute that is there or not.
fn literal(attribute: &KeyedAttribute) -> Option<String> {
    let name = attribute.key.to_string();
    match attribute.value() {
        _ if name.contains(':') => None,
        None => Some(String::new()),
        Some(Expr::Lit(literal)) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            Lit::Int(number) => Some(number.to_string()),
            _ => None,
        },
        Some(_) => None,
    }
}

/// What is said with a value that is worked out.
fn said(attribute: &KeyedAttribute) -> syn::Result<TokenStream> {
    let name = attribute.key.to_string();
    let Some(value) = attribute.value() else {
        return Err(syn::Error::new(attribute.span(), format!("{name} needs a value")));
    };
    let (own, span) = (own(), value.span());
    // A block that is an expression alone stands for it.
    let value = match value {
        Expr::Block(block) if matches!(block.block.stmts.as_slice(), [Stmt::Expr(_, None)]) => {
            block.block.stmts[0].to_token_stream()
        }
        value => value.to_token_stream(),
    };
    Ok(match name.split_once(':') {
        Some(("on", event)) => {
            let event = Ident::new(event, Span::call_site());
            let event = quote! { leptos::ev::#event };
            quote_spanned! { span=> #own.on(#event, #value); }
        }
        Some(("class", name)) => quote_spanned! { span=> #own.class(#name, #value); },
        Some(("style", name)) => quote_spanned! { span=> #own.style(#name, #value); },
        Some(("prop", name)) => quote_spanned! { span=> #own.property(#name, #value); },
        Some((other, _)) => return Err(syn::Error::new(attribute.span(), format!("there is no {other}:"))),
        None if name == "node_ref" => quote_spanned! { span=> #own.refer(#value); },
        None => quote_spanned! { span=> #own.attribute(#name, #value); },
    })
}
