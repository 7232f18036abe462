/// Ends the evaluation of a file early.
package enum RubyStop: Error, Sendable {
  /// The construct isn't evaluated; the message continues its name, the range is in bytes.
  case refused(String, file: String, range: Range<Int>)
  /// A file of the repository is needed: evaluate again with it in `RubyFiles.texts`.
  case needs(path: String)
  /// `next`, `break` or `return` leaves a block or a method; never reaches the caller of `run`.
  case leaves(RubyJump)
}
