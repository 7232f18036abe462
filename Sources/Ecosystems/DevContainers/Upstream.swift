import Text
import Containers
package import Ecosystem

extension DevContainersEcosystem {
  /// The repository that the address of the documentation leads to.
  package func upstream(
    of dependency: Dependency, from old: String, to new: String
  ) async throws(Problem) -> Upstream {
    guard let image = ImageReference(dependency.name) else { return Upstream() }
    let metadata = try await FeatureMetadata(of: new, in: image, ImageRegistry(http: http))
    let parts = (metadata.documentation ?? "").slashParts(maxSplits: 4)
    guard parts.count >= 4, parts[0] == "https:" else { return Upstream() }
    return Upstream(addresses: ["https://\(parts[1...3].joined(separator: "/"))"])
  }
}
