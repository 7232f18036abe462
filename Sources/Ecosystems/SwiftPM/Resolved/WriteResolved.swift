import Ecosystem
import JSON

extension ResolvedFile: ProjectLock {
  /// The bytes; nil without pins, since SwiftPM removes the file then.
  package var fileBytes: [UInt8]? { pins.isEmpty ? nil : bytes }

  /// The file's bytes as SwiftPM 6.3.1 writes them on Linux and macOS.
  ///
  /// Keys are sorted, slashes are not escaped, a newline ends the file. Format 1 has another
  /// separator and writes absent members as null.
  package var bytes: [UInt8] {
    var style = Style.foundation
    if format == .one { style.colon = ": " }
    return Array((value.text(style) + "\n").utf8)
  }

  private var members: [(String, JSON.Value?)] {
    [
      ("originHash", originHash.map { .string($0) }), ("pins", .array(pins.map(\.later))),
      ("version", .int(3)),
    ]
  }

  private var value: JSON.Value {
    switch format {
    case .one:
      ["object": ["pins": .array(pins.map(\.first))], "version": 1]
    case .two:
      ["pins": .array(pins.map(\.later)), "version": 2]
    case .three:
      .object(Object(members.present))
    }
  }
}

extension Pin {
  /// The pin in format 1.
  fileprivate var first: JSON.Value {
    let branch: String? = if case .branch(let name, _) = state { name } else { nil }
    let state: JSON.Value = [
      "branch": .text(branch), "revision": .text(state.revision),
      "version": .text(state.version?.description),
    ]
    return ["package": .text(name), "repositoryURL": .string(location), "state": state]
  }

  /// The pin in formats 2 and 3.
  fileprivate var later: JSON.Value {
    [
      "identity": .string(identity.description), "kind": .string(kind.rawValue),
      "location": .string(location), "state": .object(Object(stateMembers.present)),
    ]
  }

  private var stateMembers: [(String, JSON.Value?)] {
    let branch: String? = if case .branch(let name, _) = state { name } else { nil }
    return [
      ("branch", branch.map { .string($0) }), ("revision", state.revision.map { .string($0) }),
      ("version", state.version.map { .string($0.description) }),
    ]
  }
}

extension [(String, JSON.Value?)] {
  fileprivate var present: [(String, JSON.Value)] {
    compactMap { key, value in value.map { (key, $0) } }
  }
}

extension JSON.Value {
  /// A text, or null if it is nil.
  fileprivate static func text(_ text: String?) -> JSON.Value {
    text.map { .string($0) } ?? .null
  }
}
