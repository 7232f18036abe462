import Containers
import Ecosystem
import GitTags
import Text
import YAML

/// A workflow or the definition of an action, parsed.
struct WorkflowFile: Sendable {
  /// The bytes and the path.
  let source: SourceText
  /// The uses of actions and workflows in other repositories.
  let actions: TagFile
  /// The images of containers, services and actions that run in Docker.
  let images: ImageFile

  /// Parses a file.
  ///
  /// - Throws: a problem with the place of a syntax error, or a refusal.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    let document: Document
    do throws(SyntaxError) {
      document = try Document(source)
    } catch {
      throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
    }
    var uses: [TagUse] = []
    var unread: [UnsupportedReference] = []
    var seen: Set<Int> = []
    for node in document.root?.usesNodes ?? [] where seen.insert(node.range.lowerBound).inserted {
      do throws(Problem) {
        if let use = try TagUse(uses: node, in: source) { uses.append(use) }
      } catch {
        unread.append(UnsupportedReference(node.string ?? "", error))
      }
    }
    actions = TagFile(source, uses: uses, unread: unread)
    images = try ImageValues.file(source, \.imageNodes)
  }
}

extension Node {
  /// The values of `uses` in jobs, in their steps, and in the steps of a composite action.
  fileprivate var usesNodes: [Node] {
    let jobs = self["jobs"]?.entries?.map(\.value) ?? []
    let steps = (jobs + [self["runs"]].compactMap(\.self)).flatMap { $0["steps"]?.elements ?? [] }
    return (jobs + steps).compactMap { $0["uses"] }
  }

  /// The values that name images: of containers and services, and `docker://…` as an action.
  fileprivate var imageNodes: [ImageValue] {
    let jobs = self["jobs"]?.entries?.map(\.value) ?? []
    let containers = jobs.compactMap { $0["container"] }
    let services = jobs.flatMap { $0["services"]?.entries?.map(\.value) ?? [] }
    let named = (containers + services).map { $0["image"] ?? $0 }
    let actions = usesNodes + [self["runs"]?["image"]].compactMap(\.self)
    let images = named + actions.filter { $0.string?.hasPrefix("docker://") == true }
    return images.map { ImageValue($0) }
  }
}
