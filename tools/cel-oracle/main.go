// Answers what kube-apiserver makes of rules in CEL: each line of standard input is a request in JSON, each line of the output its answer.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/klog/v2"
)

// Exactly one field is set.
type request struct {
	Definition  *definitionRequest  `json:"definition,omitempty"`
	Object      *objectRequest      `json:"object,omitempty"`
	Expression  *expressionRequest  `json:"expression,omitempty"`
	Environment *environmentRequest `json:"environment,omitempty"`
	Declaration *declarationRequest `json:"declaration,omitempty"`
}

// failure is the answer to a request that cannot be understood.
type failure struct {
	Refused string `json:"refused"`
}

func answer(r request) (result any) {
	defer func() {
		if problem := recover(); problem != nil {
			result = failure{Refused: fmt.Sprintf("panic: %v", problem)}
		}
	}()
	var err error
	switch {
	case r.Definition != nil:
		result, err = r.Definition.answer()
	case r.Object != nil:
		result, err = r.Object.answer()
	case r.Expression != nil:
		result, err = r.Expression.answer()
	case r.Environment != nil:
		result, err = r.Environment.answer()
	case r.Declaration != nil:
		result, err = r.Declaration.answer()
	default:
		err = errors.New("a request has a definition, an object, an expression, an environment or a declaration")
	}
	if err != nil {
		return failure{Refused: err.Error()}
	}
	return result
}

func run(in io.Reader, out io.Writer) error {
	input := json.NewDecoder(bufio.NewReader(in))
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for {
		var r request
		err := input.Decode(&r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := lines.Encode(answer(r)); err != nil {
			return err
		}
	}
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	if err := run(os.Stdin, os.Stdout); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
