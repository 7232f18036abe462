package import Ecosystem
package import SwiftSources

/// What a `Package.swift` declares, as far as resolution and edits need it.
package struct PackageManifest: Hashable, Sendable {
  /// The file that was read: `Package.swift` or a version-specific one.
  package var file: String
  /// The argument `name:` of `Package(…)`; pins of format 1 record it.
  package var name: String
  /// Of the first line, `// swift-tools-version:`; 3.1 where it is missing.
  package var tools: ToolsVersion
  /// In the manifest's order; those of conditional code that does not count are left out.
  package var dependencies: [PackageDependency]
  /// In the manifest's order; not to be relied on where there is an `obstacle`.
  package var products: [Product]
  /// In the manifest's order; not to be relied on where there is an `obstacle`.
  package var targets: [Target]
  /// In the manifest's order, `default` among them where it is declared.
  package var traits: [Trait]
  /// In the manifest's order; empty if they aren't literal.
  package var platforms: [MigrationPlatform] = []
  /// What keeps products, targets or traits from being known; harmless without pruning.
  package var obstacle: ManifestError?
  /// Variables of the process that the manifest asks for, read as unset.
  package var assumptions: Set<String>

  /// A product and the targets that it is made of.
  package struct Product: Hashable, Sendable {
    /// What other packages' targets name.
    package var name: String
    /// Names of targets of the same package; what they use, the product uses.
    package var targets: [String]
  }

  /// A target and what it uses.
  package struct Target: Hashable, Sendable {
    /// Unique in its package.
    package var name: String
    /// Whether it is a `testTarget`: what only such use is for development.
    package var isTest: Bool
    /// The arguments `dependencies:` and `plugins:`, in their order.
    package var uses: [Use]
  }

  /// What a target uses: another target, a product, or a plugin.
  package struct Use: Hashable, Sendable {
    /// How the use is written.
    package enum Kind: Hashable, Sendable {
      /// `.target(name:)`: of the same package.
      case target
      /// `.product(name:package:)`: of another package.
      case product
      /// A name alone, which may be either.
      case byName
      /// Of the same package, or of the one that is named.
      case plugin
    }

    /// `byName` is settled only where the other targets and packages are known.
    package var kind: Kind
    /// Of the target, the product or the plugin.
    package var name: String
    /// The package of a product or a plugin, where it is named.
    package var package: String?
    /// Traits, with at least one that must be enabled; empty means no condition.
    package var traits: Set<String> = []
  }

  /// A switch of the package (SE-0450) and the switches that it turns on.
  package struct Trait: Hashable, Sendable {
    /// The name in conditions of targets; `default` lists the traits that are enabled by default.
    package var name: String
    /// Names of traits of the same package; empty for a mere switch.
    package var enables: Set<String>
  }
}

/// A dependency as a manifest declares it.
package struct PackageDependency: Hashable, Sendable {
  /// Where the package is.
  package enum Source: Hashable, Sendable {
    /// A git repository, however it is reached.
    case url(String)
    /// A folder beside the package, as the manifest has it; never pinned.
    case path(String)
    /// An identity of a registry (SE-0292).
    case registry(String)
  }

  /// After the mirrors of the repository; `original` has what the manifest says.
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
  /// The location of the requirement and its form.
  package var site: RequirementSite?

  /// A trait to enable, perhaps only where one of the declaring package's own is.
  package struct TraitUse: Hashable, Sendable {
    /// Of a trait of the package that is depended on.
    package var name: String
    /// Traits of the declaring package, with at least one that must be enabled; nil means always.
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

  /// Of a URL or path its last component; of a registry the identity itself.
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

/// The form and the location of a requirement, so that an edit keeps the form.
package struct RequirementSite: Hashable, Sendable {
  /// The words around the version.
  package enum Form: Hashable, Sendable {
    /// `from: "1.2.0"`.
    case from
    /// `.upToNextMajor(from: "1.2.0")`.
    case upToNextMajor
    /// `.upToNextMinor(from: "1.2.0")`.
    case upToNextMinor
    /// `exact: "1.2.0"`, or `.exact("1.2.0")`.
    case exact
    /// `"1.2.0"..<"2.0.0"`.
    case halfOpen
    /// `"1.2.0"..."1.9.9"`.
    case closed
    /// `branch: "main"`, or `.branch("main")`; never edited.
    case branch
    /// `revision: "0a1b…"`, or `.revision("0a1b…")`; never edited.
    case revision
  }

  /// A version, a branch or a commit and the bytes it is written in.
  package struct Literal: Hashable, Sendable {
    /// The literal's bytes in the file, quotes included.
    package var range: Range<Int>
    /// In which an edit writes the new version.
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

  /// In which words an edit keeps the requirement; `from` and `upToNextMajor` mean the same.
  package var form: Form
  /// The version, or the lower bound; nil where it is put together and cannot be edited.
  package var lower: Literal?
  /// The upper bound of a range.
  package var upper: Literal?
  /// The requirement as written, to be shown.
  package var range: Range<Int>
}
