import Ecosystem
import Git

/// A sample whose git repositories exist in a folder.
struct Sample: Sendable {
  /// The name of its repository, which belongs to `acme`.
  let name: String
  /// An introduction that ends with a question.
  let plot: String
  /// The files of its repository, by path.
  let files: [String: String]
  /// The folders that replace git servers, by URL prefix.
  let remotes: [String: String]
  /// Responses of registries and forges, by URL without its query.
  let pages: [String: String]
  /// The updates whose impact is shown.
  let impacts: [String]

  /// Creates a sample's libraries below a folder.
  init(_ sample: DemoSample, upstream: String) throws(GitError) {
    var commits = DemoSample.Commits()
    for (name, releases) in sample.libraries.sorted(by: { $0.key < $1.key }) {
      let steps = releases.map { release in
        SampleRepository.Step(
          message: "Release \(release.tag)", files: release.files, tag: release.tag)
      }
      let repository = try SampleRepository(at: "\(upstream)/\(name).git", steps)
      for release in releases {
        commits[name, release.tag] = try repository.commit(tagged: release.tag)
      }
    }
    name = sample.name
    plot = sample.plot
    files = sample.files(commits)
    remotes = sample.libraries.isEmpty ? [:] : [sample.origin: "\(upstream)/"]
    pages = sample.pages
    impacts = sample.impacts
  }

  /// Creates the samples of all ecosystems, and the libraries that they depend on below a folder.
  static func all(upstream: String) throws(GitError) -> [Sample] {
    var samples: [Sample] = []
    for make in servedEcosystems.descriptions.compactMap(\.sample) {
      samples.append(try Sample(make(), upstream: upstream))
    }
    return samples
  }
}
