//! Strings with a fixed format, which is checked when they are read.

/// Implements the conversions of a struct that wraps a `String`: to the string, and from a string that the function accepts. The last
/// argument is the error for all other strings.
macro_rules! checked_string {
    ($name:ident, $accepts:ident, $refusal:literal) => {
        impl From<$name> for String {
            fn from(checked: $name) -> Self {
                checked.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = &'static str;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                if $accepts(&text) { Ok(Self(text)) } else { Err($refusal) }
            }
        }
    };
}

pub(crate) use checked_string;
