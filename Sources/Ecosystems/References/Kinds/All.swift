package import Ecosystem

extension ReferenceKind {
  /// All kinds, in the order in which messages name them.
  package static let all: [ReferenceKind] = [
    .mint, .actions, .docker, .compose, .devContainers, .preCommit, .custom, .gitlabCI, .circleCI,
    .buildkite, .azurePipelines, .bitrise, .runtimes, .helm,
    .kustomize, .brew, .terraform,
  ]
}

extension [EcosystemDescription] {
  /// The descriptions of all kinds of files without a lock.
  package static var references: [EcosystemDescription] { ReferenceKind.all.map(\.description) }
}
