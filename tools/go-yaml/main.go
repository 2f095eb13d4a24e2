// Reads texts of YAML as Kubernetes does, with sigs.k8s.io/yaml: each line of standard input is a text in JSON, each line of the output says what it is.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	yamlv2 "go.yaml.in/yaml/v2"
	"sigs.k8s.io/yaml"
)

// What became of a text.
type answer struct {
	// The value in JSON, of the first document.
	Value json.RawMessage `json:"value,omitempty"`
	// Why it was not taken.
	Error string `json:"error,omitempty"`
	// Why it is not taken where keys may not be there twice.
	Strict string `json:"strict,omitempty"`
	// Whether something stands behind the first document, which is left out in silence.
	More bool `json:"more,omitempty"`
	// The value as the library prints it again.
	Printed string `json:"printed,omitempty"`
}

func read(text string, print bool) answer {
	value, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return answer{Error: err.Error()}
	}
	result := answer{Value: value, More: hasMore(text)}
	if _, err := yaml.YAMLToJSONStrict([]byte(text)); err != nil {
		result.Strict = err.Error()
	}
	if print {
		printed, err := yaml.JSONToYAML(value)
		if err != nil {
			return answer{Error: err.Error()}
		}
		result.Printed = string(printed)
	}
	return result
}

func hasMore(text string) bool {
	decoder := yamlv2.NewDecoder(strings.NewReader(text))
	var first, second any
	if err := decoder.Decode(&first); err != nil {
		return false
	}
	return !errors.Is(decoder.Decode(&second), io.EOF)
}

func run() error {
	print := len(os.Args) > 1 && os.Args[1] == "--print"
	input := json.NewDecoder(bufio.NewReader(os.Stdin))
	output := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(output)
	for {
		var text string
		err := input.Decode(&text)
		if errors.Is(err, io.EOF) {
			return output.Flush()
		}
		if err != nil {
			return err
		}
		if err := lines.Encode(read(text, print)); err != nil {
			return err
		}
	}
}

func main() {
	if err := run(); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
