import Ecosystem
import SwiftSources
import Text

/// What a manifest offers to other packages and to Xcode projects.
struct OfferContents {
  var platforms: [MigrationPlatform] = []
  var products: [PackageOffer.Product] = []
  var dependencies: [String] = []
  var hasResources = false
  var hasBinaries = false
}

extension ManifestReader {
  /// Evaluates a manifest to what it offers.
  ///
  /// - Throws: `ManifestError` if it isn't a manifest, or if its products depend on code that isn't
  ///   evaluated.
  func offer(in text: SourceText) throws(ManifestError) -> OfferContents {
    try extracting(ManifestChoice.toolsVersion(of: text), from: text) {
      extraction, package throws(ManifestError) in
      var contents = OfferContents()
      contents.platforms = try extraction.platforms(of: package)
      contents.dependencies = try extraction.dependencies(of: package).compactMap(\.repository)
      let targets = try extraction.objects("targets", of: package, as: "Target").compactMap(\.made)
      contents.hasBinaries = targets.contains { $0.name == "binaryTarget" }
      for target in targets where target.name != "testTarget" {
        if try !extraction.list("resources", of: target).isEmpty { contents.hasResources = true }
      }
      contents.products = try extraction.libraries(of: package)
      return contents
    }
  }
}

extension Extraction {
  /// The libraries with the modules that they contain.
  fileprivate func libraries(of package: Made) throws(ManifestError) -> [PackageOffer.Product] {
    var result: [PackageOffer.Product] = []
    for value in try objects("products", of: package, as: "Product") {
      guard let made = value.made else { throw refusal("a product is not known", package) }
      guard made.name == "library" else { continue }
      let name = try string(made["name"] ?? .none, "a product's name", made)
      let modules = try strings("targets", of: made).map(\.moduleName)
      result.append(PackageOffer.Product(name: name, modules: modules))
    }
    return result
  }

  /// The platforms, with the versions of `.v13`, `.v10_15` and `"13.0"`.
  func platforms(of package: Made) throws(ManifestError) -> [MigrationPlatform] {
    var result: [MigrationPlatform] = []
    for value in try objects("platforms", of: package, as: "SupportedPlatform") {
      guard let made = value.made else { throw refusal("a platform is not known", package) }
      guard ["iOS", "macOS", "tvOS", "watchOS", "visionOS"].contains(made.name) else { continue }
      let version: Value = made.unlabelled ?? .none
      if let uncertainty = version.uncertainty { throw uncertainty }
      let text = version.string ?? version.made?.name.platformVersion
      guard let text, let platform = MigrationPlatform(made.name, text) else {
        throw refusal("the version of a platform is not known", made)
      }
      result.append(platform)
    }
    return result
  }
}

extension String {
  /// The version of a static member: 10.15 for `v10_15`.
  fileprivate var platformVersion: String? {
    hasPrefix("v") ? dropFirst().split(separator: "_").joined(separator: ".") : nil
  }
}

extension PackageDependency {
  /// The address of its repository; nil for folders and registries.
  fileprivate var repository: String? { if case .url(let url) = source { url } else { nil } }
}

extension PackageOffer {
  /// Takes the contents of a manifest.
  mutating func fill(_ contents: OfferContents) {
    platforms = contents.platforms
    products = contents.products
    dependencies = contents.dependencies
    hasResources = contents.hasResources
    hasBinaries = contents.hasBinaries
  }
}
