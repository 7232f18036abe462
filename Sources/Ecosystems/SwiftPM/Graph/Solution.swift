import Ecosystem
import Resolution

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
      pins.append(pin(entry, inputs))
    }
    return pins.sorted { $0.identity < $1.identity }
  }

  private func pin(_ entry: Entry, _ inputs: Inputs) -> Pin {
    let reference = entry.reference
    return Pin(
      identity: reference.identity, kind: reference.pinKind,
      location: location(of: reference, inputs), state: entry.state, name: entry.manifest.name)
  }

  /// The location as written: a pin that guides keeps its own spelling of the same repository.
  private func location(of reference: PackageReference, _ inputs: Inputs) -> String {
    if reference.kind == .registry { return "" }
    let written =
      reference.location.hasPrefix("file://")
      ? String(reference.location.dropFirst(7)) : reference.location
    guard let pin = inputs.pins[reference.identity],
      case .version = entries[reference.identity]?.state,
      CanonicalLocation(pin.location) == CanonicalLocation(written)
    else { return written }
    return pin.location
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
      try round()
      if asked == before { break }
    }
    return order
  }

  private mutating func round() throws(Problem) {
    var open: [PackageIdentity] = []
    for root in inputs.roots {
      open += try follow(root.manifest, isRoot: true, ["default"])
    }
    open += take(inputs.dependencies, from: [])
    var next = 0
    while next < open.count {
      let identity = open[next]
      next += 1
      guard reached.insert(identity).inserted else { continue }
      order.append(identity)
      guard let manifest = solution.entries[identity]?.manifest ?? inputs.locals[identity]?.manifest
      else {
        throw Problem(
          .refused, "is needed in the end, but was not resolved", subject: identity.description)
      }
      open += try follow(manifest, isRoot: false, asked[identity] ?? ["default"])
    }
  }

  private mutating func follow(
    _ manifest: PackageManifest, isRoot: Bool, _ traits: Set<String>
  ) throws(Problem) -> [PackageIdentity] {
    do throws(ManifestError) {
      let traits = manifest.traits.isEmpty && isRoot ? ["default"] : traits
      let enabled = try manifest.enabledTraits(traits)
      return take(try manifest.required(isRoot: isRoot, traits: traits), from: enabled)
    } catch {
      throw Problem(error, in: manifest.file)
    }
  }

  private mutating func take(
    _ dependencies: [PackageDependency], from enabled: Set<String>
  ) -> [PackageIdentity] {
    for dependency in dependencies {
      asked[dependency.identity, default: []].formUnion(dependency.askedTraits(from: enabled))
    }
    return dependencies.map(\.identity)
  }
}
