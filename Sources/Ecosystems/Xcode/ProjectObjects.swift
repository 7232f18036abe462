package import Ecosystem
package import Text

/// The objects of a `project.pbxproj`, to be read by identifier and edited as text.
///
/// Edits insert, replace and remove lines; all other bytes stay. New objects have the layout that
/// Xcode gives them: in the section of their kind, sorted by identifier.
///
///     var project = try ProjectObjects(text)
///     project.add("AA", "XCSwiftPackageProductDependency", "Kit", ["productName = Kit;"])
///     try project.append("AA", "Kit", to: "packageProductDependencies", of: target)
///     let edited = try project.edited()
package struct ProjectObjects: Sendable {
  /// The file.
  package let text: SourceText
  /// The identifier of the project object.
  package let rootID: String
  let objects: [PropertyList.Entry]
  private let byID: [String: PropertyList.Node]
  /// The value of `objectVersion`.
  private let version: PropertyList.Node?
  /// New elements and keys by offset.
  var insertions: [Int: String] = [:]
  var replacements: [Replacement] = []
  var additions: [Addition] = []

  /// A new object.
  struct Addition {
    var id: String
    var kind: String
    var text: String
  }

  /// Parses a file.
  ///
  /// - Throws: a failure if it has no objects or no project.
  package init(_ text: SourceText) throws(Problem) {
    self.text = text
    let list = try PropertyList(text)
    objects = list.root["objects"]?.entries ?? []
    byID = Dictionary(objects.map { ($0.key, $0.value) }) { first, _ in first }
    version = list.root["objectVersion"]
    guard let root = list.root["rootObject"]?.string, byID[root] != nil else {
      throw Problem(.failed, "has no root object", subject: text.file, at: text.location(at: 0))
    }
    rootID = root
  }

  /// Returns an object; nil if it is missing.
  package subscript(id: String) -> PropertyList.Node? { byID[id] }

  /// Returns the objects of a kind in the order of the file.
  package func all(_ kind: String) -> [(id: String, node: PropertyList.Node)] {
    objects.filter { $0.value["isa"]?.string == kind }.map { ($0.key, $0.value) }
  }

  /// Returns the objects that a list of an object refers to.
  package func members(
    of node: PropertyList.Node?, _ key: String
  ) -> [(id: String, node: PropertyList.Node)] {
    (node?[key]?.elements ?? []).compactMap { element in
      element.string.flatMap { id in byID[id].map { (id, $0) } }
    }
  }

  /// Returns a refusal that points to an object.
  package func refusal(
    _ message: String, _ subject: String, _ node: PropertyList.Node? = nil, advice: String? = nil
  ) -> Problem {
    Problem(
      .refused, message, subject: subject,
      at: text.location(at: node?.range.lowerBound ?? 0), advice: advice)
  }

  /// Raises `objectVersion` to the lowest one with package references, as Xcode 11 and later do.
  package mutating func requireVersion(_ lowest: Int) {
    guard let version, let number = version.string.flatMap({ Int($0) }), number < lowest else {
      return
    }
    replace(version, by: "\(lowest)")
  }

  /// Derives an identifier of 24 hexadecimal digits that no object has.
  ///
  /// - Parameters:
  ///   - parts: what the object is; equal words give equal identifiers.
  ///   - digest: returns at least 24 hexadecimal digits for a text.
  /// - Returns: uppercase digits.
  package func identifier(_ parts: [String], _ digest: (String) -> String) -> String {
    let used = Set(additions.map(\.id))
    var round = 0
    while true {
      let seed = (parts + (round == 0 ? [] : ["\(round)"])).joined(separator: "\n")
      let id = String(digest(seed).uppercased().prefix(24))
      if byID[id] == nil, !used.contains(id) { return id }
      round += 1
    }
  }
}

extension PropertyList {
  /// Returns a text as Xcode writes it: in quotes unless all characters are plain.
  package static func written(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && !text.contains("//") && !text.contains("___")
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_./$".utf8.contains($0) }
    if isPlain { return text }
    let escapes: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\t": "\\t"]
    return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
  }
}
