import Text
package import Logging
import YAML

/// The location of the state database.
package enum StateLocation: Hashable, Sendable {
  /// A file, relative to the working directory.
  case sqlite(path: String)
  /// The URL of a server, which can contain a password.
  case postgres(Secret)

  /// Parses `sqlite:PATH` or `postgres://…`.
  package init?(_ text: String) {
    if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
      self = .sqlite(path: String(text.dropFirst(7)))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(Secret(text))
    } else {
      return nil
    }
  }
}

extension StateLocation {
  /// The text in the operator's file, including the password.
  package var text: Secret {
    switch self {
    case .sqlite(let path): Secret("sqlite:\(path)")
    case .postgres(let url): url
    }
  }

  /// The secrets: the URL of a server, and the password in it.
  package var secrets: [Secret] {
    guard case .postgres(let url) = self else { return [] }
    let rest = url.reveal().slashParts(maxSplits: 1).last ?? ""
    let authority = rest.drop(while: { $0 == "/" }).prefix(while: { $0 != "/" })
    guard let end = authority.lastIndex(of: "@"), let colon = authority[..<end].firstIndex(of: ":")
    else { return [url] }
    let password = authority[authority.index(after: colon)..<end]
    return [url, Secret(String(password))]
  }
}

extension Shape where Value == StateLocation {
  static var state: Shape {
    let what = "sqlite:PATH or postgres://USER@HOST/DATABASE"
    return Shape(type: .string) { node, decoding in
      guard let text = decoding.scalar(node, expecting: what, hidden: true), !text.isOpen else {
        return nil
      }
      guard let state = StateLocation(text.text) else {
        decoding.expected(what, node, hidden: true)
        return nil
      }
      return state
    }
  }
}
