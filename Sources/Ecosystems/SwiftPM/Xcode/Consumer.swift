import Ecosystem

/// A target outside of Swift packages that links their products: one of an Xcode project, or of the
/// file that a project is generated from.
struct Consumer: Hashable, Sendable {
  /// A product that a target links.
  struct Product: Hashable, Sendable {
    var name: String
    /// The package; nil if the file names only the product, as Tuist's does.
    var package: PackageIdentity?
  }

  /// The target with its file, for messages: `the target App of project.yml`.
  var owner: String
  var products: [Product] = []
  /// The lowest systems that the target supports.
  var platforms: [MigrationPlatform] = []
  /// Why `products` can be incomplete, as a predicate of `owner`; nil if all are known.
  var productObstacle: String?
  /// Why `platforms` can be incomplete, as a predicate of `owner`; nil if all are known.
  var platformObstacle: String?

  /// Creates a target without products.
  init(_ name: String, in file: String) {
    owner = "the target \(name) of \(file)"
  }
}

extension Contents {
  /// Adds what targets need of a package whose products they link.
  func addConsumers(of identity: PackageIdentity, to parts: inout NeededParts) {
    let local = Set((roots + locals.values).flatMap(\.manifest.products).map(\.name))
    for consumer in consumers {
      let used = consumer.products.filter { product in
        product.package == identity || (product.package == nil && !local.contains(product.name))
      }
      parts.need(used.map(\.name))
      if let obstacle = consumer.productObstacle {
        parts.unknownProducts.append("\(consumer.owner) \(obstacle)")
      }
      guard !used.isEmpty || consumer.productObstacle != nil else { continue }
      parts.platforms += consumer.platforms.map { ($0, consumer.owner) }
      if let obstacle = consumer.platformObstacle {
        parts.unknownPlatforms.append("\(consumer.owner) \(obstacle)")
      }
    }
  }
}
