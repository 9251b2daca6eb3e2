// Renders a chart's templates by what Helm renders with: Go's text/template and sprig. Of Helm's own it has include,
// required and toYaml (as JSON, which is YAML). Reads {templates, data} as JSON, writes {name: text}.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

type input struct {
	Templates map[string]string
	Data      map[string]interface{}
}

func render(in input) (map[string]string, error) {
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	// Helm leaves these out: a chart must not read its surroundings.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["toYaml"] = functions["toJson"]
	all.Funcs(functions)
	names := make([]string, 0, len(in.Templates))
	for name := range in.Templates {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if _, err := all.New(name).Parse(in.Templates[name]); err != nil {
			return nil, err
		}
	}
	out := map[string]string{}
	for _, name := range names {
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		if err := all.ExecuteTemplate(&text, name, in.Data); err != nil {
			return nil, err
		}
		out[name] = strings.ReplaceAll(text.String(), "<no value>", "")
	}
	return out, nil
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out, err := render(in)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		os.Exit(1)
	}
}
