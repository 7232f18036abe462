import Ecosystem

extension Release {
  /// Returns the release with the time at which the image of a tag was made, or marked because the
  /// registry can't be asked.
  func dated(
    like tag: String, of image: ImageReference, _ registry: ImageRegistry
  ) async -> Release {
    var release = self
    do {
      release.published = try await registry.created(tag, in: image)
    } catch {
      release.isAgeUnknown = true
    }
    return release
  }
}
