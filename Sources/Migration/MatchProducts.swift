import Ecosystem

/// Chooses the products that replace the parts of a dependency.
///
/// A part is a subspec or a framework. Its product has one of the names that the part suggests; for
/// the dependency itself a single library will do, too.
struct ProductMatch {
  private(set) var links: [PackageAddition.Link] = []
  private(set) var parts: [String] = []
  private(set) var obstacles: [MigrationObstacle] = []
  private(set) var notes: [String] = []

  init(_ candidate: MigrationCandidate, _ offer: PackageOffer) {
    for part in candidate.parts { add(part, candidate, offer) }
    guard candidate.kind == .direct, links.isEmpty, obstacles.isEmpty,
      !candidate.obstacles.contains(where: { $0.kind == .noTarget })
    else { return }
    obstacles.append(
      candidate.parts.isEmpty
        ? MigrationObstacle(.noTarget, "is linked by no target")
        : MigrationObstacle(.noProduct, "has no product named after a linked framework"))
  }

  private mutating func add(
    _ part: MigrationPart, _ candidate: MigrationCandidate, _ offer: PackageOffer
  ) {
    guard let product = Self.product(for: part, candidate, offer) else {
      guard candidate.hasExactParts else { return }
      obstacles.append(
        MigrationObstacle(
          .noProduct,
          "has no product for \(part.name); products are \(offer.products.map(\.name).listed)"))
      return
    }
    if let module = part.module, !product.modules.contains(module) {
      obstacles.append(
        MigrationObstacle(
          .otherModule,
          "is imported as \(module), and \(product.name) has \(product.modules.listed)"))
    }
    let others = product.modules.filter { $0 != part.module }
    if part.name != candidate.name, part.module != nil, !others.isEmpty {
      notes.append("\(product.name) also has \(others.listed), which sources may have to import")
    }
    parts.append(part.name)
    for use in part.uses {
      let link = PackageAddition.Link(product: product.name, use: use)
      if !links.contains(link) { links.append(link) }
      obstacles += Self.obstacles(to: use, offer).filter { !obstacles.contains($0) }
    }
  }

  private static func product(
    for part: MigrationPart, _ candidate: MigrationCandidate, _ offer: PackageOffer
  ) -> PackageOffer.Product? {
    for name in part.products {
      if let found = offer.products.first(where: { $0.name == name }) { return found }
    }
    for name in part.products {
      let found = offer.products.filter { $0.name.lowercased() == name.lowercased() }
      if let only = found.first, found.count == 1 { return only }
    }
    // All subspecs have the module of their pod, but a framework has its own.
    guard part.name == candidate.name || !candidate.hasExactParts, let module = part.module else {
      return nil
    }
    let found = offer.products.filter { $0.modules.contains(module) }
    if let only = found.first, found.count == 1 { return only }
    guard candidate.hasExactParts else { return nil }
    return offer.products.count == 1 ? offer.products.first : nil
  }

  private static func obstacles(
    to use: MigrationUse, _ offer: PackageOffer
  ) -> [MigrationObstacle] {
    guard let platform = use.platform,
      let needed = offer.platforms.first(where: { $0.name == platform.name }),
      !platform.supports(needed)
    else { return [] }
    return [
      MigrationObstacle(
        .platformTooLow,
        "needs \(needed.displayName) as a package, and \(use.target) is for \(platform.displayName)"
      )
    ]
  }
}

extension [String] {
  /// The texts with commas; `none` for an empty list.
  var listed: String { isEmpty ? "none" : joined(separator: ", ") }
}
