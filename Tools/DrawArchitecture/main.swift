// Writes docs/decisions/modules.md, the graph of the modules and their sizes: `make architecture`.
import Architecture
import FoundationEssentials

let root = CommandLine.arguments.dropFirst().first ?? "."
let graph = try ModuleGraph(root: root)
let page = """
  # Modules

  Made by `make architecture` before a release; a change of code doesn't have to update it. A
  module imports only modules of a lower rank: [architecture](../architecture.md).

  \(graph.drawing())

  ## Sizes


  """
try (page + graph.sizes())
  .write(toFile: root + "/docs/decisions/modules.md", atomically: true, encoding: .utf8)
