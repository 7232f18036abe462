import Ecosystem
import Resolution
import SwiftSources

/// What a resolution came to: a state for every package, and what it declares there.
struct Solution: Sendable {
  /// A package at its state.
  struct Entry: Sendable {
    var reference: PackageReference
    var state: Pin.State
    var manifest: PackageManifest
  }

  var entries: [PackageIdentity: Entry]

  /// The pins that SwiftPM would save: of what the roots reach, and nothing else.
  func pins(of inputs: Inputs) throws(Problem) -> [Pin] {
    var walk = GraphWalk(inputs: inputs, solution: self)
    var pins: [Pin] = []
    for identity in try walk.run() {
      guard let entry = entries[identity] else { continue }
      pins.append(pin(entry, required: walk.locations[identity], inputs))
    }
    return pins.sorted { $0.identity < $1.identity }
  }

  private func pin(_ entry: Entry, required: String?, _ inputs: Inputs) -> Pin {
    var reference = entry.reference
    if let required, reference.kind != .registry,
      !CanonicalLocation.areSame(required, reference.location)
    {
      reference.location = required
    }
    return Pin(
      identity: reference.identity, kind: reference.pinKind,
      location: location(of: reference, inputs), state: entry.state, name: entry.manifest.name)
  }

  /// The location as written: a pin that guides keeps its own spelling of the same repository.
  ///
  /// Without such a pin an Xcode project's spelling counts. Local packages that spell a location
  /// differently (`kit`, `kit.git`) are read by SwiftPM 6.3.1 in an order that varies between runs,
  /// so that the pin has either spelling; here it has that of the solver.
  private func location(of reference: PackageReference, _ inputs: Inputs) -> String {
    if reference.kind == .registry { return "" }
    let written =
      reference.location.hasPrefix("file://")
      ? String(reference.location.dropFirst(7)) : reference.location
    guard let pin = inputs.pins[reference.identity],
      case .version = entries[reference.identity]?.state,
      CanonicalLocation.areSame(pin.location, written)
    else { return inputs.spelling(of: reference.identity, as: written) }
    return pin.location
  }
}

extension Inputs {
  /// How a project writes a location, if it names the same repository.
  fileprivate func spelling(of identity: PackageIdentity, as location: String) -> String {
    guard let own = spellings[identity], CanonicalLocation.areSame(own, location) else {
      return location
    }
    return own
  }
}

extension PackageReference {
  var pinKind: Pin.Kind {
    if kind == .registry { return .registry }
    let isLocal = location.hasPrefix("/") || location.hasPrefix("file://")
    return isLocal ? .localSourceControl : .remoteSourceControl
  }
}

/// Goes from the roots to everything that is needed, with the traits that all parents together
/// ask for.
struct GraphWalk {
  let inputs: Inputs
  let solution: Solution
  private var asked: [PackageIdentity: Set<String>] = [:]
  private var reached: Set<PackageIdentity> = []
  private var order: [PackageIdentity] = []
  /// Where the chosen manifests say that packages are.
  ///
  /// A package may move: an older version of a manifest names `apple/…`, the chosen one
  /// `swiftlang/…`. The solver keeps the location that it met first, SwiftPM pins this one.
  private(set) var locations: [PackageIdentity: String] = [:]

  /// How often traits may ask for more traits elsewhere.
  private static let roundLimit = 32

  init(inputs: Inputs, solution: Solution) {
    self.inputs = inputs
    self.solution = solution
  }

  /// Finds the packages needed, in order of discovery; the roots are left out.
  mutating func run() throws(Problem) -> [PackageIdentity] {
    for _ in 0..<Self.roundLimit {
      let before = asked
      reached = Set(inputs.roots.map(\.reference.identity))
      order = []
      locations = [:]
      try round()
      if asked == before { break }
    }
    return order
  }

  /// Visits packages in SwiftPM's order: the package found last goes first.
  private mutating func round() throws(Problem) {
    var open = inputs.roots.map { (identity: $0.reference.identity, isRoot: true) }
    for identity in requestTraits(inputs.dependencies, from: []) where reach(identity) {
      open.append((identity, false))
    }
    while let (identity, isRoot) = open.popLast() {
      let root = inputs.roots.first { isRoot && $0.reference.identity == identity }
      let manifest =
        root?.manifest ?? solution.entries[identity]?.manifest ?? inputs.locals[identity]?.manifest
      guard let manifest else {
        throw Problem(
          .refused, "is needed in the end, but was not resolved", subject: identity.description)
      }
      let traits = isRoot ? ["default"] : asked[identity] ?? ["default"]
      for next in try follow(manifest, isRoot: isRoot, traits) where reach(next) {
        open.append((next, false))
      }
    }
    // A project's own reference counts for a package that no manifest names.
    for dependency in inputs.dependencies where locations[dependency.identity] == nil {
      locations[dependency.identity] = dependency.location
    }
  }

  private mutating func reach(_ identity: PackageIdentity) -> Bool {
    guard reached.insert(identity).inserted else { return false }
    order.append(identity)
    return true
  }

  private mutating func follow(
    _ manifest: PackageManifest, isRoot: Bool, _ traits: Set<String>
  ) throws(Problem) -> [PackageIdentity] {
    do throws(ManifestError) {
      let traits = manifest.traits.isEmpty && isRoot ? ["default"] : traits
      let enabled = try manifest.enabledTraits(traits)
      let required = try manifest.required(isRoot: isRoot, traits: traits)
      for dependency in required { locate(dependency) }
      return requestTraits(required, from: enabled)
    } catch {
      throw Problem(error, in: manifest.file)
    }
  }

  private mutating func requestTraits(
    _ dependencies: [PackageDependency], from enabled: Set<String>
  ) -> [PackageIdentity] {
    for dependency in dependencies {
      asked[dependency.identity, default: []].formUnion(dependency.askedTraits(from: enabled))
    }
    return dependencies.map(\.identity)
  }

  /// Notes a dependency's location; of two spellings of one repository SwiftPM takes the greater.
  private mutating func locate(_ dependency: PackageDependency) {
    guard case .url(let location) = dependency.source else { return }
    guard let known = locations[dependency.identity] else {
      locations[dependency.identity] = location
      return
    }
    if CanonicalLocation.areSame(known, location) {
      locations[dependency.identity] = max(known, location)
    }
  }
}
