// Command answers reads questions as JSON (a list, standard input) and prints what Go's regexp and client-go's jsonpath answer to them, as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/util/jsonpath"
)

// A question has a path and an object, or a pattern and texts.
type question struct {
	Path    *string         `json:"path,omitempty"`
	Object  json.RawMessage `json:"object,omitempty"`
	Pattern *string         `json:"pattern,omitempty"`
	Texts   []string        `json:"texts,omitempty"`
}

// An answer is an error, the cell of a column of type string (null: none), or which of the texts match.
type answer struct {
	Error   *string `json:"error,omitempty"`
	Cell    *string `json:"cell,omitempty"`
	Matches *[]bool `json:"matches,omitempty"`
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	answers := make([]answer, 0, len(questions))
	for _, asked := range questions {
		if asked.Pattern != nil {
			answers = append(answers, match(*asked.Pattern, asked.Texts))
		} else {
			answers = append(answers, cell(*asked.Path, asked.Object))
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	if err := out.Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func failed(err error) answer {
	text := err.Error()
	return answer{Error: &text}
}

func match(pattern string, texts []string) answer {
	expression, err := regexp.Compile(pattern)
	if err != nil {
		return failed(err)
	}
	matches := make([]bool, 0, len(texts))
	for _, text := range texts {
		matches = append(matches, expression.MatchString(text))
	}
	return answer{Matches: &matches}
}

// cell is what the table of a custom resource shows: the first value of the first action.
func cell(path string, object json.RawMessage) answer {
	column := jsonpath.New("column").AllowMissingKeys(true)
	if err := column.Parse(fmt.Sprintf("{%s}", path)); err != nil {
		return failed(err)
	}
	var content map[string]interface{}
	if err := utiljson.Unmarshal(object, &content); err != nil {
		return failed(err)
	}
	results, err := column.FindResults(content)
	if err != nil || len(results) == 0 || len(results[0]) == 0 {
		return answer{}
	}
	var text bytes.Buffer
	value := results[0][0].Interface()
	if err := column.PrintResults(&text, []reflect.Value{reflect.ValueOf(value)}); err != nil {
		return answer{}
	}
	shown := text.String()
	return answer{Cell: &shown}
}
