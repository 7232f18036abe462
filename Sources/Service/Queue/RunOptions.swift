/// How the visits of one `martlet run` differ from those of the service.
package struct RunOptions: Codable, Hashable, Sendable {
  /// The run's identifier, for the log.
  package var id: String
  /// Whether to stop before anything is written.
  package var isDry: Bool
  /// Whether reports contain all dependencies, because the output is JSON.
  package var isDocument: Bool
  /// Whether visits only propose the configurations of other bots as martlet's.
  package var isImport = false

  /// Creates options.
  package init(id: String, isDry: Bool = false, isDocument: Bool = false) {
    self.id = id
    self.isDry = isDry
    self.isDocument = isDocument
  }
}
