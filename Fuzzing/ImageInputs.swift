import Ecosystem
import References

/// Fuzzes the files and responses that images and actions come from.
enum ImageInputs {
  private static let tags = Array(#"{"name": "a", "tags": ["1.0.0", "1.1.0", "latest"]}"#.utf8)

  /// Updates the actions of a workflow.
  static func actions(_ files: [String: [UInt8]]) {
    Projects.exercise(files, ReferenceKind.actions.description, bodies: ["": tags])
  }

  /// Updates the images of Dockerfiles and manifests of Kubernetes.
  ///
  /// - Parameters:
  ///   - files: the project.
  ///   - registry: the body of each of the registry's responses.
  static func docker(_ files: [String: [UInt8]], registry: [UInt8] = tags) {
    Projects.exercise(files, ReferenceKind.docker.description, bodies: ["": registry])
  }

  /// Updates the images of a Compose file.
  static func compose(_ file: [UInt8]) {
    Projects.exercise(["compose.yaml": file], ReferenceKind.compose.description, bodies: ["": tags])
  }

  /// Updates the features of a configuration of a development container, and its lock.
  static func features(_ files: [String: [UInt8]]) {
    let annotations = #"{"dev.containers.metadata": "\#(metadata)"}"#
    let tags = Array(#"{"tags": ["1", "2"], "annotations": \#(annotations)}"#.utf8)
    Projects.exercise(files, ReferenceKind.devContainers.description, bodies: ["": tags])
  }

  private static let metadata = #"{\"version\": \"2.0.1\", \"dependsOn\": {\"b\": {}}}"#
}
