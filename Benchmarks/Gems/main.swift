// Creates a compact index of the size of a Rails application's, identical on every machine, for two
// points in time: when the application was locked, and now.
//
//     sample-gems FOLDER [GEMS]
//
// GEMS is the number of gems (400). The Gemfile has about a tenth of them.
// It writes FOLDER/{past,now}/{info/NAME,names} and FOLDER/app/Gemfile. `names` has the start of
// each line of `/versions`; Benchmarks/run adds the MD5 sums.
import FoundationEssentials
import Libc

guard (2...3).contains(CommandLine.arguments.count) else {
  print("usage: sample-gems FOLDER [GEMS]")
  exit(2)
}
let folder = CommandLine.arguments[1]
let universe = Universe(gems: CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 400)

func write(_ text: String, to name: String) throws {
  let file = URL(filePath: "\(folder)/\(name)")
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file)
}

for (time, share) in [("past", 0.9), ("now", 1.0)] {
  var names: [String] = []
  for gem in universe.gems {
    let lines = universe.lines(of: gem, upTo: share)
    try write(
      "---\n" + lines.map { "\($0.head) \($0.tail)\n" }.joined(), to: "\(time)/info/\(gem.name)")
    names.append("\(gem.name) \(lines.map(\.head).joined(separator: ","))")
  }
  try write(names.sorted().joined(separator: "\n") + "\n", to: "\(time)/names")
}
try write(universe.gemfile, to: "app/Gemfile")
print("\(universe.gems.count) gems, \(universe.gems.map(\.versions.count).reduce(0, +)) versions")
