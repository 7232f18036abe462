// Creates Swift packages and an app with outdated dependencies, identical every time.
//
//     sample-universe FOLDER
//
// `FOLDER/upstream` gets 48 bare repositories, `FOLDER/app` the app with a complete
// Package.resolved.
import FoundationEssentials
import Git

guard CommandLine.arguments.count == 2 else {
  print("usage: sample-universe FOLDER")
  exit(status: 2)
}
do {
  try Universe().write(to: CommandLine.arguments[1])
} catch {
  print("sample-universe: \(error)")
  exit(status: 1)
}
