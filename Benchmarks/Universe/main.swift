// Creates Swift packages and an app with outdated dependencies, identical every time.
//
//     sample-universe FOLDER [PACKAGES]
//
// `FOLDER/upstream` gets a bare repository for each package, 48 by default, and `FOLDER/app` the app with a
// complete Package.resolved.
import FoundationEssentials
import Git

guard (2...3).contains(CommandLine.arguments.count) else {
  print("usage: sample-universe FOLDER [PACKAGES]")
  exit(status: 2)
}
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 48
do {
  try Universe(count: count).write(to: CommandLine.arguments[1])
} catch {
  print("sample-universe: \(error)")
  exit(status: 1)
}
