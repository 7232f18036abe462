import Ecosystem

extension CarthageProject {
  func dependencies() -> [Dependency] {
    let direct = entries.map(dependency)
    let named = Set(entries.map(\.entry.origin))
    let indirect = (lock?.pins ?? [:]).filter { !named.contains($0.key) }.map { origin, pin in
      Dependency(
        name: origin.identity, kind: .indirect, current: pin, source: origin.repositoryURL)
    }
    return direct.sorted { $0.name < $1.name } + indirect.sorted { $0.name < $1.name }
  }

  private func dependency(_ entry: Cartfile.Entry, in file: String) -> Dependency {
    Dependency(
      name: entry.origin.identity, kind: .direct,
      group: file.hasSuffix(".private") ? .development : .production,
      requirement: entry.requirement.description, current: lock?.pins[entry.origin],
      source: entry.origin.repositoryURL ?? entry.origin.address, location: entry.location)
  }
}
