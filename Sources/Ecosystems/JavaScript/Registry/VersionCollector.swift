import JSON
import Text

/// Collects the members of `versions` while a document is parsed.
final class VersionCollector {
  /// The fields of a manifest that are read of every version.
  private static let always = KeySet(["deprecated", "engines"])

  /// The fields to find in each manifest.
  let wanted: KeySet
  private let keys: KeySet
  private let document: [UInt8]
  /// Whether the manifests refer to the document instead of copying their fields.
  private let isKept: Bool
  private let deprecated: Int?
  private let engines: Int?
  private var manifests: [VersionManifest] = []
  /// The copied fields, and their range for each of the manifests.
  private var fields: FieldCollector
  private var ranges: [Swift.Range<UInt32>] = []
  /// The last value of `engines`, which most versions repeat.
  private var latest: (range: Swift.Range<Int>, requirements: EngineRequirements)?
  /// The members with values that are not objects, with the number of manifests before them.
  private var others: [(key: String, index: Int)] = []
  /// The first error in a field of a version.
  private var error: SyntaxError?
  /// The offset of the object that the members belong to.
  private var object: Int?

  init(_ scope: Packument.Scope, of document: [UInt8], isKept: Bool) {
    keys = scope.keys
    wanted = isKept ? Self.always : keys
    self.document = document
    self.isKept = isKept
    fields = FieldCollector(document)
    (deprecated, engines) = isKept ? (0, 1) : scope.indices
  }

  func add(_ member: VisitedMember) {
    if object != member.object {
      object = member.object
      manifests = []
      ranges = []
      others = []
    }
    guard member.isObject else {
      others.append((member.key, manifests.count))
      return
    }
    do throws(SyntaxError) {
      manifests.append(try manifest(member))
    } catch {
      self.error = self.error ?? error
    }
  }

  private func manifest(_ member: VisitedMember) throws(SyntaxError) -> VersionManifest {
    if !isKept { ranges.append(fields.add(member.fields)) }
    let value = value(of: deprecated, in: member)
    return VersionManifest(
      key: member.key, Excerpt(of: document, member.range, keeping: keys),
      deprecated: try value.map { range throws(SyntaxError) in try parsed(range) },
      try requirements(of: member))
  }

  /// Parses `engines`, unless the version before has the same text.
  private func requirements(of member: VisitedMember) throws(SyntaxError) -> EngineRequirements {
    guard let range = value(of: engines, in: member) else { return .none }
    if let latest, document.hasSameBytes(at: latest.range, as: document, at: range) {
      return latest.requirements
    }
    let requirements = EngineRequirements(try parsed(range))
    latest = (range, requirements)
    return requirements
  }

  /// Returns the range of the last value of a key.
  private func value(of index: Int?, in member: VisitedMember) -> Swift.Range<Int>? {
    index.flatMap { index in member.fields.last { $0.index == index }?.value }
  }

  private func parsed(_ range: Swift.Range<Int>) throws(SyntaxError) -> JSON.Node {
    try Excerpt(of: document, range).parsed()
  }

  /// Replaces the manifests' references to the document by copies of their fields.
  ///
  /// - Returns: the size of the copies in bytes.
  func copyFields() -> Int {
    let texts = fields.texts
    manifests = zip(manifests, ranges).map { $0.with(Excerpt(of: texts, $1)) }
    ranges = []
    return texts.size
  }

  /// Returns the members of the object that counts, if the document has several.
  func versions(of node: JSON.Node?) throws(Packument.Defect) -> [VersionManifest] {
    if let error { throw .syntax(error) }
    guard let node, !node.isNull else { return [] }
    guard node.kind == .object else { throw .field("versions") }
    guard object == node.range.lowerBound else { return [] }
    if others.isEmpty, !node.hasRepeatedKeys { return manifests }
    let members = node.hasRepeatedKeys ? lastMembers : allMembers
    if let key = members.lazy.filter({ $0.manifest == nil }).map(\.key).min() {
      throw .field("versions.\(key)")
    }
    return members.compactMap(\.manifest)
  }

  private typealias Member = (key: String, manifest: VersionManifest?)

  /// The members in order; the manifest is nil if the value is not an object.
  private var allMembers: [Member] {
    var result: [Member] = []
    var rest = others[...]
    for (index, manifest) in manifests.enumerated() {
      while let other = rest.first, other.index == index {
        result.append((other.key, nil))
        rest = rest.dropFirst()
      }
      result.append((manifest.key, manifest))
    }
    result += rest.map { ($0.key, nil) }
    return result
  }

  /// The last of several members with the same key, at the place of the first, as in JavaScript.
  private var lastMembers: [Member] {
    var indices: [String: Int] = [:]
    var result: [Member] = []
    for member in allMembers {
      if let index = indices[member.key] {
        result[index] = member
      } else {
        indices[member.key] = result.count
        result.append(member)
      }
    }
    return result
  }
}
