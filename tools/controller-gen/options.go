package main

import (
	"flag"
	"os"
	"strings"
)

// options are controller-gen's options, under the names that kb has for them.
type options struct {
	allowDangerousTypes        bool
	generateEmbeddedObjectMeta bool
	// maxDescriptionLength is negative for no limit.
	maxDescriptionLength int
	// preserveUnknownFields is true, false or empty.
	preserveUnknownFields string
	headerFile            string
	year                  string
	// ownWords keeps the prose of published types.
	ownWords bool
}

// readOptions splits arguments into options and the rest.
func readOptions(args []string) (options, []string, error) {
	var read options
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.BoolVar(&read.allowDangerousTypes, "allow-dangerous-types", false, "allow floating point numbers")
	flags.BoolVar(&read.generateEmbeddedObjectMeta, "generate-embedded-object-meta", false, "give ObjectMeta inside of objects its fields")
	flags.IntVar(&read.maxDescriptionLength, "max-description-length", -1, "cut descriptions to `N` characters")
	flags.StringVar(&read.preserveUnknownFields, "preserve-unknown-fields", "", "`true or false`: spec.preserveUnknownFields")
	flags.StringVar(&read.headerFile, "header-file", "", "a `FILE` whose text every manifest begins with")
	flags.StringVar(&read.year, "year", "", "what YEAR in the header file stands for")
	flags.BoolVar(&read.ownWords, "own-words", false, "give published types their own prose, not digests of it")
	err := flags.Parse(args)
	return read, flags.Args(), err
}

func (o options) header() (string, error) {
	if o.headerFile == "" {
		return "", nil
	}
	text, err := os.ReadFile(o.headerFile)
	return strings.ReplaceAll(string(text), " YEAR", " "+o.year), err
}

// changeObject is what the options change in the text of a CRD.
func (o options) changeObject(object map[string]any) error {
	delete(object, "status")
	if spec, is := object["spec"].(map[any]any); is && o.preserveUnknownFields != "" {
		spec["preserveUnknownFields"] = o.preserveUnknownFields == "true"
	}
	return nil
}
