import Tracing

/// A stage of a pass, as its span is named.
package enum PassStage: String, CaseIterable, Sendable {
  /// Reads branches and their configuration, and finds projects.
  case discover
  /// Opens the projects.
  case read
  /// Reads the comments on pull requests and carries out the commands.
  case comments
  /// Reads and writes the dashboard and other issues.
  case issues
  /// Asks for a configuration file.
  case onboard
  /// Finds the versions that may be proposed.
  case lookUp = "look-up"
  /// Assigns updates to pull requests.
  case plan
  /// Computes the files of an update.
  case resolve
  /// Writes title, body and commit message.
  case describe
  /// Writes branches and pull requests.
  case publish
  /// Closes pull requests that are no longer wanted.
  case retire
  /// Finds the culprits of groups whose checks failed.
  case split
  /// Reads checks, and merges.
  case watch
  /// Saves what the pass found.
  case record

  /// The attribute with the name of the stage.
  package static let attribute = "martlet.stage"
}

extension World {
  /// Measures a stage; its requests become parts of its span.
  func measuring<Value>(
    _ stage: PassStage, _ work: () async throws -> Value
  ) async rethrows -> Value {
    try await tracer.during(
      stage.rawValue, shared: [PassStage.attribute: .text(stage.rawValue)], work)
  }
}
