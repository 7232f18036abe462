import Ecosystem

/// The Xcode projects and workspaces among a tree's files.
struct XcodeFiles {
  let paths: [String]

  func projects(_ all: Set<String>) -> [Project] { [] }
}

extension ContentsReader {
  func readXcode(_ project: Project) async throws(Problem) -> Contents {
    throw Problem(.refused, "is no manifest that is read here", subject: project.manifest)
  }
}
