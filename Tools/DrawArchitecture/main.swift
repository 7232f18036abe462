// Prints docs/architecture.md with its drawing updated from the code: `make architecture`.
import Architecture
import FoundationEssentials

let root = CommandLine.arguments.dropFirst().first ?? "."
let page = try String(contentsOfFile: root + "/docs/architecture.md", encoding: .utf8)
let markers = (begin: "<!-- drawing: made by make architecture -->", end: "<!-- end of drawing -->")
let before = page.split(separator: markers.begin, maxSplits: 1).first ?? ""
let after = page.split(separator: markers.end, maxSplits: 1).dropFirst().first ?? ""
let drawing = try ModuleGraph(root: root).drawing()
print("\(before)\(markers.begin)\n\n\(drawing)\n\(markers.end)\(after)", terminator: "")
