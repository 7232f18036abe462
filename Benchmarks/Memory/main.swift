// Measures the memory of npm resolutions.
//
//     bench-memory TIMES REGISTRY FOLDER-OF-PACKAGE.JSON   resolves without a lock file repeatedly in
//                                                          one process; growth is a leak
//     bench-memory packument MB...                         parses documents of these sizes
let words = Array(CommandLine.arguments.dropFirst())
if words.first == "packument" {
  try await Packuments.measure(words.dropFirst().compactMap { Int($0) })
} else {
  try await Resolutions.measure(words)
}
