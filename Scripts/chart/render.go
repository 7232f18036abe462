// Renders the templates of a chart as `helm template` does, for machines without Helm: with Go's
// templates and sprig, of which Helm consists, and the functions that Helm adds and the chart uses.
//
// usage: render CHART RELEASE [VALUES...]   later files of values win; prints the manifests
// MERGED_VALUES names a file for the values in use.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type files struct{ folder string }

// Get returns the contents of a file of the chart, as Helm's .Files.Get does.
func (f files) Get(name string) string {
	content, err := os.ReadFile(filepath.Join(f.folder, name))
	check(err)
	return string(content)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) map[string]interface{} {
	content, err := os.ReadFile(path)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(content, &values))
	return values
}

func merge(base, over map[string]interface{}) {
	for key, value := range over {
		inner, isMap := value.(map[string]interface{})
		if below, isThere := base[key].(map[string]interface{}); isMap && isThere {
			merge(below, inner)
		} else {
			base[key] = value
		}
	}
}

func functions(all *template.Template) template.FuncMap {
	result := sprig.TxtFuncMap()
	result["toYaml"] = func(value interface{}) (string, error) {
		var text bytes.Buffer
		encoder := yaml.NewEncoder(&text)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(text.String(), "\n"), err
	}
	result["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	return result
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: render CHART RELEASE [VALUES...]")
		os.Exit(2)
	}
	chart := os.Args[1]
	about := read(filepath.Join(chart, "Chart.yaml"))
	values := read(filepath.Join(chart, "values.yaml"))
	for _, path := range os.Args[3:] {
		merge(values, read(path))
	}
	if path := os.Getenv("MERGED_VALUES"); path != "" {
		merged, err := yaml.Marshal(values)
		check(err)
		check(os.WriteFile(path, merged, 0o644))
	}
	data := map[string]interface{}{
		"Values": values,
		"Chart": map[string]interface{}{
			"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"],
		},
		"Release": map[string]interface{}{
			"Name": os.Args[2], "Namespace": "default", "Service": "Helm",
		},
		"Files": files{chart},
	}

	all := template.New("chart")
	all.Funcs(functions(all)).Option("missingkey=error")
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	sort.Strings(paths)
	for _, path := range paths {
		content, err := os.ReadFile(path)
		check(err)
		_, err = all.New(filepath.Base(path)).Parse(string(content))
		check(err)
	}
	for _, path := range paths {
		if filepath.Ext(path) != ".yaml" {
			continue
		}
		var text strings.Builder
		check(all.ExecuteTemplate(&text, filepath.Base(path), data))
		if strings.TrimSpace(text.String()) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(path), strings.TrimSpace(text.String()))
		}
	}
	// The notes are not manifests, but must be a valid template.
	check(all.ExecuteTemplate(&strings.Builder{}, "NOTES.txt", data))
}
