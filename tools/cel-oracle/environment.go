package main

import (
	"maps"
	"slices"

	"github.com/google/cel-go/cel"
)

// environmentRequest asks what rules may use.
type environmentRequest struct{}

type environmentAnswer struct {
	Functions []functionAnswer `json:"functions"`
	// The macros as `function:arguments:receiver`; `*` stands for any number of arguments.
	Macros []string `json:"macros"`
}

type functionAnswer struct {
	Name string `json:"name"`
	// In the order in which the type checker tries them.
	Overloads []overloadAnswer `json:"overloads"`
}

type overloadAnswer struct {
	ID string `json:"id"`
	// Whether the first argument stands before the dot.
	Member    bool     `json:"member,omitempty"`
	Arguments []string `json:"arguments"`
	Result    string   `json:"result"`
	// The names among the types that stand for any type.
	TypeParameters []string `json:"typeParameters,omitempty"`
	// Whether it is called with errors too.
	NonStrict bool `json:"nonStrict,omitempty"`
}

func (r *environmentRequest) answer() (any, error) {
	env := environments.NewExpressionsEnv()
	functions := env.Functions()
	result := environmentAnswer{Functions: []functionAnswer{}, Macros: []string{}}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		// Older names of operators, which expressions cannot call.
		if functions[name].IsDeclarationDisabled() {
			continue
		}
		f := functionAnswer{Name: name, Overloads: []overloadAnswer{}}
		for _, overload := range functions[name].OverloadDecls() {
			arguments := []string{}
			for _, each := range overload.ArgTypes() {
				arguments = append(arguments, cel.FormatCELType(each))
			}
			f.Overloads = append(f.Overloads, overloadAnswer{
				ID:             overload.ID(),
				Member:         overload.IsMemberFunction(),
				Arguments:      arguments,
				Result:         cel.FormatCELType(overload.ResultType()),
				TypeParameters: overload.TypeParams(),
				NonStrict:      overload.IsNonStrict(),
			})
		}
		result.Functions = append(result.Functions, f)
	}
	for _, macro := range env.Macros() {
		result.Macros = append(result.Macros, macro.MacroKey())
	}
	slices.Sort(result.Macros)
	return result, nil
}
