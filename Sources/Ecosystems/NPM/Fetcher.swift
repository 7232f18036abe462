import Ecosystem
import JavaScript
import Text

/// Runs a resolver with the documents of a registry and the files of a tree.
struct Fetcher: Sendable {
  let registry: Registry
  let tree: SourceTree
  /// The edited files by path.
  let overlay: [String: SourceText]
  let base: String
  /// Documents that were fetched already.
  var prefetched = Prefetch()

  /// Runs a resolver until there is a lock, from the step at which it was stopped.
  func run(
    _ resolver: Resolver, from step: ResolutionStep<Solution, ResolutionRequest>? = nil
  ) async throws(Problem) -> Solution {
    var resolver = resolver
    var driver = ResolutionDriver(subject: "the packages of \(Paths.basename(base))") {
      (request: ResolutionRequest) async throws(Problem) -> Resolver.Finding in
      try await fetch(request)
    }
    return try await driver.run(&resolver, from: step)
  }

  private func fetch(_ request: ResolutionRequest) async throws(Problem) -> Resolver.Finding {
    switch request {
    case .folder(let path): return .manifest(try await manifest(in: path))
    case .tarball(let url, let integrity):
      return .bundle(try await PackageTarball(url: url, integrity: integrity).bundle(registry))
    case .packument(let name, let full):
      let known = full ? prefetched[name] : nil
      let answer = if let known { known } else { await registry.answer(of: name, full: full) }
      if case .failure(let failure) = answer, failure.isOutage { throw failure.problem }
      return .packument(answer)
    }
  }

  private func manifest(in folder: String) async throws(Problem) -> SourceText? {
    guard let relative = Paths.tail(of: folder, below: base) ?? (folder == base ? "" : nil) else {
      throw Problem(
        .refused, "leads out of the repository", subject: Paths.relative(base, folder))
    }
    let path = TreePath.join(relative, "package.json")
    if let edited = overlay[path] { return edited }
    guard tree.listing.contains(path) else { return nil }
    return try await tree.read(path)
  }
}
