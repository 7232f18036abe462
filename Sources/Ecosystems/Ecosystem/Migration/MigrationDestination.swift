/// An ecosystem that dependencies of other ecosystems can be moved to.
package protocol MigrationDestination: PackageEcosystem {
  /// Finds out what a repository offers at a version.
  ///
  /// - Throws: a `Problem` if the repository can't be read, or if its manifest isn't evaluated.
  func offer(of origin: MigrationOrigin) async throws(Problem) -> PackageAnswer

  /// Converts a requirement to one that accepts a package at the locked version.
  ///
  /// - Returns: nil if no requirement expresses it.
  func requirement(
    _ requirement: MigrationRequirement, for offer: PackageOffer
  ) -> PackageRequirement?

  /// Finds the newest release of a repository that has a manifest, if it is newer than a version.
  ///
  /// Makes at most two requests: for the tags, and for the manifest of the newest one.
  ///
  /// - Returns: nil if there is no such release.
  func newest(in repository: String, after version: String) async throws(Problem) -> String?

  /// Returns whether two addresses are those of the same repository.
  func isSame(_ repository: String, _ other: String) -> Bool

  /// Computes the files with additional packages, which have exactly the versions of their offers.
  ///
  /// - Parameters:
  ///   - additions: the packages, each repository once.
  ///   - pins: further packages whose version is kept if they are needed.
  ///   - repositories: those that must not be among the packages, because another ecosystem has them.
  ///   - tree: the files, without the dependencies at their old place.
  /// - Returns: the files that differ, and the new pins.
  /// - Throws: a refusal if a file can't be edited; `unsolvable` if the versions can't be kept.
  func adding(
    _ additions: [PackageAddition], keeping pins: [PackageOffer],
    without repositories: [String], in tree: SourceTree
  ) async throws(Problem) -> Change
}

/// What a repository has at a version.
package enum PackageAnswer: Hashable, Sendable {
  /// A package.
  case package(PackageOffer)
  /// Nothing that could be used, with the reason.
  case obstacle(MigrationObstacle)
}

/// A package at a version.
package struct PackageOffer: Hashable, Sendable {
  /// A product that targets can link.
  package struct Product: Hashable, Sendable {
    /// The name, which can differ from those of its modules.
    package var name: String
    /// The names of the modules that it contains.
    package var modules: [String]

    /// Creates a product.
    package init(name: String, modules: [String]) {
      self.name = name
      self.modules = modules
    }
  }

  /// The repository and the reference that were asked for.
  package var origin: MigrationOrigin
  /// The version as the destination has it; nil for a branch or a commit.
  package var version: String?
  /// The commit with 40 digits.
  package var commit: String
  /// The lowest version of the tools that read its manifest.
  package var tools: String
  /// The lowest platforms that it names.
  package var platforms: [MigrationPlatform]
  /// The libraries.
  package var products: [Product]
  /// The addresses of the repositories that it depends on.
  package var dependencies: [String]
  /// Whether a target declares resources.
  package var hasResources: Bool
  /// Whether it has targets that are built binaries.
  package var hasBinaries: Bool
  /// How it differs from what the project has; nil if it has the same version.
  package var note: String?

  /// Creates an offer without contents.
  package init(origin: MigrationOrigin, version: String?, commit: String, tools: String) {
    self.origin = origin
    self.version = version
    self.commit = commit
    self.tools = tools
    platforms = []
    products = []
    dependencies = []
    hasResources = false
    hasBinaries = false
  }
}

/// A requirement of the destination.
package struct PackageRequirement: Hashable, Sendable {
  /// A key of the requirement with its value: `minimumVersion` and `5.9.0`.
  package struct Field: Hashable, Sendable {
    /// The key as Xcode writes it.
    package var key: String
    /// The unquoted value.
    package var value: String

    /// Pairs a key with its value.
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The fields sorted by key, `kind` among them.
  package var fields: [Field]
  /// The requirement in messages: `5.9.0..<6.0.0`.
  package var text: String
  /// How it differs from the old one; nil if it accepts the same versions.
  package var remark: String?

  /// Creates a requirement.
  package init(fields: [Field], text: String, remark: String? = nil) {
    self.fields = fields
    self.text = text
    self.remark = remark
  }
}

/// A package that is added, with the products that targets link.
package struct PackageAddition: Hashable, Sendable {
  /// A product and a target that links it.
  package struct Link: Hashable, Sendable {
    /// The name of the product.
    package var product: String
    /// The target.
    package var use: MigrationUse

    /// Pairs a product with a target.
    package init(product: String, use: MigrationUse) {
      self.product = product
      self.use = use
    }
  }

  /// The package at the version that it must have.
  package var offer: PackageOffer
  /// The requirement to write.
  package var requirement: PackageRequirement
  /// The products by target.
  package var links: [Link]

  /// Creates an addition.
  package init(offer: PackageOffer, requirement: PackageRequirement, links: [Link]) {
    self.offer = offer
    self.requirement = requirement
    self.links = links
  }
}
