package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/gobuffalo/flect"
	"gopkg.in/yaml.v2"
)

// printYAML prints each line's JSON as YAML, on the way that controller-gen takes: read as YAML, written as YAML.
func printYAML(in io.Reader, out io.Writer) error {
	return eachLine(in, out, func(line string) (string, error) {
		var value any
		if err := yaml.Unmarshal([]byte(line), &value); err != nil {
			return "", err
		}
		text, err := yaml.Marshal(value)
		if err != nil {
			return "", err
		}
		quoted, err := json.Marshal(string(text))
		return string(quoted), err
	})
}

func printPlurals(in io.Reader, out io.Writer) error {
	return eachLine(in, out, func(line string) (string, error) { return flect.Pluralize(line), nil })
}

func eachLine(in io.Reader, out io.Writer, answer func(string) (string, error)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	writer := bufio.NewWriter(out)
	for lines.Scan() {
		text, err := answer(lines.Text())
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(writer, text); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return writer.Flush()
}
