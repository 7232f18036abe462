package import Ecosystem
package import JSON

/// A version in a packument, whose manifest is parsed on demand: most are never needed.
package struct VersionManifest: Sendable {
  /// The key in `versions`.
  package let key: String
  /// The key as a version, parsed loosely; nil if it is not a version.
  package let version: Version?
  /// The deprecation message, possibly empty; nil if the version is not deprecated.
  package let deprecated: String?
  /// Whether a policy of the registry withholds the version.
  package let isRestricted: Bool
  private let requirements: EngineRequirements
  private var excerpt: Excerpt

  /// Creates the version from a member of `versions` and keeps some of the fields.
  init(key: String, _ node: JSON.Node, keeping keys: KeySet, isRestricted: Bool = false) {
    self.init(
      key: key, Excerpt(node, keeping: keys), deprecated: node["deprecated"],
      EngineRequirements(node["engines"]), isRestricted: isRestricted)
  }

  /// Creates the version from its fields that are read of every version.
  ///
  /// - Parameters:
  ///   - key: the key in `versions`.
  ///   - excerpt: the manifest, to parse on demand.
  ///   - deprecated: the value of this field; nil without it.
  ///   - requirements: the field `engines`.
  ///   - isRestricted: whether a policy of the registry withholds the version.
  init(
    key: String, _ excerpt: Excerpt, deprecated: JSON.Node?, _ requirements: EngineRequirements,
    isRestricted: Bool = false
  ) {
    self.key = key
    version = Version(key, loose: true)
    self.deprecated = VersionManifest.deprecation(deprecated)
    self.requirements = requirements
    self.excerpt = excerpt
    self.isRestricted = isRestricted
  }

  /// Returns the version with another text of its manifest.
  func with(_ excerpt: Excerpt) -> VersionManifest {
    var version = self
    version.excerpt = excerpt
    return version
  }

  /// Parses the manifest; its fields depend on the packument's scope.
  ///
  /// - Throws: `Problem` if the stored text is malformed; it never stands for an empty manifest.
  package func read() throws(Problem) -> JSON.Node {
    do throws(SyntaxError) {
      return try excerpt.parsed()
    } catch {
      throw Problem(.failed, "has an unreadable manifest (\(error))", subject: key)
    }
  }

  private static func deprecation(_ value: JSON.Node?) -> String? {
    guard let value else { return nil }
    switch value.kind {
    case .string: return value.string.flatMap { $0.isEmpty ? nil : $0 }
    case .bool: return value.bool == true ? "" : nil
    case .null: return nil
    default: return ""
    }
  }

  /// Whether the project's engines satisfy the field `engines`.
  package func runs(on engines: Engines) -> Bool {
    engines.isStated ? engines.satisfy(requirements) : true
  }

  /// Explains why the version does not run on the project's engines; nil if it does.
  package func objection(on engines: Engines) -> String? {
    engines.isStated ? engines.objection(to: requirements) : nil
  }
}
