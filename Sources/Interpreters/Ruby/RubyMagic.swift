import Gems
import Text

/// The comments at the start of a file that change how Ruby reads it.
///
///     # frozen_string_literal: true
///     # -*- coding: utf-8 -*-
struct RubyMagic {
  private let comments: [Substring]

  init(_ source: SourceText) {
    let lines = source.string.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    comments = lines.prefix { line in
      let first = line.utf8.first { !$0.isASCIISpace }
      return first == nil || first == UInt8(ascii: "#") || line.hasPrefix("\u{FEFF}#")
    }
  }

  /// Whether texts without interpolation can't be changed.
  var hasFrozenLiterals: Bool {
    comments.contains { Self.value(of: "frozen_string_literal", in: $0) == "true" }
  }

  /// The encoding that one of the first two lines names; nil for UTF-8.
  var foreignEncoding: String? {
    for comment in comments.prefix(2) {
      let text = comment.lowercased()
      guard let start = text.firstRange(of: "coding")?.upperBound else { continue }
      let rest = text[start...]
      guard let mark = rest.first, mark == ":" || mark == "=" else { continue }
      let name = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        .prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      return ["utf-8", "utf8", "utf-8-unix", ""].contains(String(name)) ? nil : String(name)
    }
    return nil
  }

  /// The value of `# name: value`, alone or in `-*- … -*-`.
  private static func value(of name: String, in comment: Substring) -> String? {
    var text = comment.drop { "\u{FEFF}# \t".contains($0) }[...]
    if let open = text.firstRange(of: "-*-") {
      text = text[open.upperBound...]
      guard let close = text.firstRange(of: "-*-") else { return nil }
      text = text[..<close.lowerBound]
    }
    for part in text.split(separator: ";") {
      let words = part.split(separator: ":", maxSplits: 1).map { String($0).trimmed.lowercased() }
      if words.count == 2, words[0].replacing("-", with: "_") == name { return words[1] }
    }
    return nil
  }
}
