//! The texts of facts in both languages. The page, the plain pages, the feeds and the notifications use the same texts, and
//! write none of their own.

pub mod advice;
pub mod answer;
pub mod gauge;
pub mod message;
pub mod risk;
pub mod source;
