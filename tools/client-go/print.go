package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// must ends the program: what it is told is expected to go well.
func must(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, debug.Stack())
		os.Exit(1)
	}
}

// say prints a line.
func say(format string, values ...any) {
	fmt.Println(normalised(fmt.Sprintf(format, values...)))
}

// show prints an object as JSON, without metadata that differs from run to run.
func show(what string, object any) {
	text, err := json.Marshal(object)
	must(err)
	var value any
	must(json.Unmarshal(text, &value))
	text, err = json.Marshal(stripped(value))
	must(err)
	say("%s: %s", what, text)
}

// sayError prints an error as a program sees it: with its reason and code.
func sayError(what string, err error) {
	var status apierrors.APIStatus
	switch {
	case err == nil:
		say("%s: no error", what)
	case errors.As(err, &status):
		say("%s: %d %s: %s", what, status.Status().Code, status.Status().Reason, status.Status().Message)
	default:
		say("%s: %v", what, err)
	}
}

// stripped leaves out uids, versions, times and managers of fields, wherever they are.
func stripped(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range []string{"uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "managedFields", "time"} {
			delete(value, key)
		}
		for key, item := range value {
			value[key] = stripped(item)
		}
	case []any:
		for index, item := range value {
			value[index] = stripped(item)
		}
	}
	return value
}

var varying = []struct {
	pattern *regexp.Regexp
	word    string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UID"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "TIME"},
	{regexp.MustCompile(`ResourceVersion in record \(\d+\)`), "ResourceVersion in record (VERSION)"},
	{regexp.MustCompile(`\b10\.96\.\d+\.\d+\b`), "ADDRESS"},
	{regexp.MustCompile(`generated-[bcdfghjklmnpqrstvwxz2456789]{5}`), "generated-RANDOM"},
}

func normalised(text string) string {
	for _, one := range varying {
		text = one.pattern.ReplaceAllString(text, one.word)
	}
	return text
}

// eventually waits until something is so.
func eventually(what string, check func() bool) {
	for deadline := time.Now().Add(2 * time.Minute); !check(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			must(fmt.Errorf("waited in vain until %s", what))
		}
	}
}
