import Synchronization

/// The text of a scalar that names a file, whose content is read at each use.
///
/// A secret that is replaced on the disk is therefore used without a restart. While the file is missing
/// or empty, as in the middle of a replacement, the last content stays in use.
final class ChangingText: Sendable {
  private let raw: String
  private let placeholders: Placeholders
  private let last: Mutex<String>

  /// Nil if the text names no file, or its content isn't used.
  init?(_ raw: String, now text: Expanded, _ placeholders: Placeholders) {
    guard case .resolved = placeholders, raw.contains("${file:"), !text.isOpen else { return nil }
    self.raw = raw
    self.placeholders = placeholders
    last = Mutex(text.text)
  }

  /// The text with the present content of its files.
  var current: String {
    let text = try? placeholders.expand(raw).text
    return last.withLock { last in
      if let text, !text.isEmpty { last = text }
      return last
    }
  }
}
