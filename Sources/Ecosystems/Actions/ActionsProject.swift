import Containers
import Ecosystem
import GitTags
import Text

/// The workflows and actions of a folder, parsed: the actions that they use, and the images.
struct ActionsProject: OpenProject {
  let project: Project
  let files: [WorkflowFile]
  let actions: TagProject
  let images: ImageProject

  init(
    project: Project, files: [WorkflowFile], library: TagLibrary, registry: ImageRegistry
  ) {
    self.project = project
    self.files = files
    actions = TagProject(
      project: project, files: files.map(\.actions), library: library,
      parse: { text throws(Problem) in try WorkflowFile(text).actions })
    images = ImageProject(project: project, files: files.map(\.images), registry: registry)
  }

  func declares(_ name: String) -> Bool { actions.declares(name) || images.declares(name) }

  /// Returns the part that has a dependency.
  private func part(with name: String) -> any OpenProject {
    images.declares(name) ? images : actions
  }

  func dependencies() async throws(Problem) -> [Dependency] {
    try await actions.dependencies() + images.dependencies()
  }

  func releases(of dependency: Dependency) async throws(Problem) -> [Release] {
    try await part(with: dependency.name).releases(of: dependency)
  }

  func pinning(of dependency: Dependency) async throws(Problem) -> Release? {
    try await part(with: dependency.name).pinning(of: dependency)
  }

  func contentIdentities(in change: Change) async throws(Problem) -> [ContentIdentity] {
    try await actions.contentIdentities(in: change.keeping(actions.declares))
      + images.contentIdentities(in: change.keeping(images.declares))
  }

  func explain(_ name: String, version: String?) async throws(Problem) -> [String] {
    try await part(with: name).explain(name, version: version)
  }

  /// Edits the references of actions and the tags of images together, as both can be in one file.
  func change(toward goal: Goal) async throws(Problem) -> Change {
    guard case .update(let targets, let options) = goal else { return Change(files: [], moves: []) }
    let isImage = { (target: Goal.Target) in images.declares(target.name) }
    let tags = try await images.plan(targets.filter(isImage), options)
    let references = try await actions.plan(targets.filter { !isImage($0) }, options)
    var change = Change(
      files: try [FileChange](
        applying: tags.replacements + references.replacements, to: files.map(\.source)),
      moves: tags.moves + references.moves)
    change.requirements = tags.requirements + references.requirements
    for file in files {
      let after = change.files.first { $0.path == file.source.file }?.after
      guard let after else { continue }
      let edited = try WorkflowFile(SourceText(file: file.source.file, bytes: after))
      guard edited.actions.uses.map(\.repository) == file.actions.uses.map(\.repository),
        edited.images.uses.map(\.image.name) == file.images.uses.map(\.image.name)
      else { throw Problem(.failed, "would change its meaning", subject: file.source.file) }
    }
    return change
  }
}
