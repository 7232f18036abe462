// Updates the graph in docs/architecture.md and writes docs/decisions/sizes.md: `make architecture`.
import Architecture
import FoundationEssentials

let root = CommandLine.arguments.dropFirst().first ?? "."
let graph = try ModuleGraph(root: root)
let path = root + "/docs/architecture.md"
let page = try String(contentsOfFile: path, encoding: .utf8)
let markers = (begin: "<!-- drawing: made by make architecture -->", end: "<!-- end of drawing -->")
let before = page.split(separator: markers.begin, maxSplits: 1).first ?? ""
let after = page.split(separator: markers.end, maxSplits: 1).dropFirst().first ?? ""
let drawn = "\(before)\(markers.begin)\n\n\(graph.drawing())\n\n\(markers.end)\(after)"
try drawn.write(toFile: path, atomically: true, encoding: .utf8)
let head = """
  # Sizes

  Made by `make architecture` before a release; a change of code doesn't have to update it.


  """
try (head + graph.sizes()).write(toFile: root + "/docs/decisions/sizes.md", atomically: true, encoding: .utf8)
