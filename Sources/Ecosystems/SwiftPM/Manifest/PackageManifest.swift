/// What a `Package.swift` declares, as far as resolution and edits need it.
package struct PackageManifest: Hashable, Sendable {
  /// The file that was read: `Package.swift` or a version-specific one.
  package var file: String
  package var name: String
  package var tools: ToolsVersion
  package var dependencies: [PackageDependency]
  package var products: [Product]
  package var targets: [Target]
  package var traits: [Trait]
  /// What keeps products, targets or traits from being known; harmless without pruning.
  package var obstacle: ManifestError?
  /// Variables of the process that the manifest asks for, read as unset.
  package var assumptions: Set<String>

  /// A product and the targets that it is made of.
  package struct Product: Hashable, Sendable {
    package var name: String
    package var targets: [String]
  }

  /// A target and what it uses.
  package struct Target: Hashable, Sendable {
    package var name: String
    package var isTest: Bool
    package var uses: [Use]
  }

  /// What a target uses: another target, a product, or a plugin.
  package struct Use: Hashable, Sendable {
    /// How the use is written.
    package enum Kind: Hashable, Sendable {
      case target
      case product
      /// A name alone, which may be either.
      case byName
      case plugin
    }

    package var kind: Kind
    package var name: String
    /// The package of a product or a plugin, where it is named.
    package var package: String?
    /// Traits one of which must be enabled; empty: no condition.
    package var traits: Set<String> = []
  }

  /// A switch of the package (SE-0450) and the switches that it turns on.
  package struct Trait: Hashable, Sendable {
    package var name: String
    package var enables: Set<String>
  }
}

/// A dependency as a manifest declares it.
package struct PackageDependency: Hashable, Sendable {
  /// Where the package is.
  package enum Source: Hashable, Sendable {
    case url(String)
    case path(String)
    /// An identity of a registry (SE-0292).
    case registry(String)
  }

  package var source: Source
  /// The location as written, where the repository's mirrors replace it.
  package var original: String?
  /// The name that targets may call it by, where one is given.
  package var alias: String?
  /// Nil for a path.
  package var requirement: Requirement?
  /// The traits to enable; nil where none are named: the defaults.
  package var traits: [TraitUse]?
  /// Where it is declared, in bytes.
  package var range: Range<Int>
  /// Where the requirement stands and how it is written.
  package var site: RequirementSite?

  /// A trait to enable, perhaps only where one of the declaring package's own is.
  package struct TraitUse: Hashable, Sendable {
    package var name: String
    package var condition: Set<String>?
  }

  /// Where the package is looked for, or the identity in a registry.
  package var location: String {
    switch source {
    case .url(let text), .path(let text), .registry(let text): text
    }
  }

  /// The location as the manifest has it.
  package var written: String { original ?? location }

  package var identity: PackageIdentity {
    switch source {
    case .url(let text), .path(let text): PackageIdentity(location: text)
    case .registry(let text): PackageIdentity(text)
    }
  }

  /// The name by which products refer to it.
  package var nameForTargets: String {
    switch source {
    case .url, .path: alias ?? PackageIdentity.name(of: written)
    case .registry(let text): text.lowercased()
    }
  }
}

/// How and where a requirement is written, so that an edit keeps its form.
package struct RequirementSite: Hashable, Sendable {
  /// The words around the version.
  package enum Form: Hashable, Sendable {
    case from
    case upToNextMajor
    case upToNextMinor
    case exact
    case halfOpen
    case closed
    case branch
    case revision
  }

  /// A version, a branch or a commit and the bytes it is written in.
  package struct Literal: Hashable, Sendable {
    package var range: Range<Int>
    package var style: Style

    /// How a version is spelled.
    package enum Style: Hashable, Sendable {
      /// `"1.2.3"`.
      case quoted
      /// `1, 2, 3` between the parentheses of `Version(...)`.
      case numbers
      /// `1.2.3` bare, as property lists and YAML have it.
      case bare
    }
  }

  package var form: Form
  /// The version, or the lower bound; nil where it is put together and cannot be edited.
  package var lower: Literal?
  /// The upper bound of a range.
  package var upper: Literal?
  /// The requirement as written, to be shown.
  package var range: Range<Int>
}
