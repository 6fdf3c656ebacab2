//! Closures behind a pointer. Traits of our own: the table behind a `dyn Fn` has two more entries, each with code that nothing calls.

/// What makes a value.
pub(super) trait Make<T> {
    fn make(&self) -> T;
}

impl<T, F: Fn() -> T> Make<T> for F {
    fn make(&self) -> T {
        self()
    }
}

/// What is run with a value.
pub(super) trait Run<T> {
    fn run(&mut self, value: T);
}

impl<T, F: FnMut(T)> Run<T> for F {
    fn run(&mut self, value: T) {
        self(value);
    }
}
