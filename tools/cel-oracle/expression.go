package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	apiextensionscel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// expressionRequest is an expression of any type, in the environment of a rule.
type expressionRequest struct {
	Expression string `json:"expression"`
	// The schema of the node that has the rule: the type of `self` and `oldSelf`. Absent: an empty object.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Whether the node is the root of a resource, whose type has the fields of every object.
	Root            bool `json:"root,omitempty"`
	OptionalOldSelf bool `json:"optionalOldSelf,omitempty"`
	// Absent: the expression is compiled, and not evaluated, unless `evaluate` is true.
	Self     json.RawMessage `json:"self,omitempty"`
	OldSelf  json.RawMessage `json:"oldSelf,omitempty"`
	Evaluate bool            `json:"evaluate,omitempty"`
	// The cost that one evaluation may have; 0: the server's.
	Limit uint64 `json:"limit,omitempty"`
}

type expressionAnswer struct {
	// Why it does not compile.
	Error string `json:"error,omitempty"`
	// Why it compiles, but a program cannot be made of it.
	ProgramError string `json:"programError,omitempty"`
	// Why the server would panic, and answer with an internal error. What was known before is there.
	Panic string `json:"panic,omitempty"`
	// Its type, and the tree with the type and the overloads of each node, as cel-go prints it.
	Type string `json:"type,omitempty"`
	Tree string `json:"tree,omitempty"`
	// The estimated cost.
	MinCost uint64 `json:"minCost"`
	MaxCost uint64 `json:"maxCost"`
	// The value, or why there is none, and what the evaluation cost.
	Value           *value  `json:"value,omitempty"`
	EvaluationError string  `json:"evaluationError,omitempty"`
	Cost            *uint64 `json:"cost,omitempty"`
}

func (r *expressionRequest) answer() (answer any, refusal error) {
	schema := &structuralschema.Structural{Generic: structuralschema.Generic{Type: "object"}}
	if r.Schema != nil {
		var err error
		if schema, err = structural(r.Schema); err != nil {
			return nil, err
		}
	}
	declared := model.SchemaDeclType(schema, r.Root)
	if declared == nil {
		return nil, errors.New("unable to convert structural schema to CEL declarations")
	}
	declared = declared.MaybeAssignTypeName("selfType")
	env, err := environmentOf(declared, r.OptionalOldSelf)
	if err != nil {
		return nil, err
	}
	result := &expressionAnswer{}
	defer func() {
		if problem := recover(); problem != nil {
			result.Panic = fmt.Sprint(problem)
			answer, refusal = result, nil
		}
	}()
	ast, issues := env.Compile(r.Expression)
	if issues != nil {
		result.Error = issues.String()
		return result, nil
	}
	result.Type = ast.OutputType().String()
	result.Tree = checker.Print(ast.NativeRep().Expr(), ast.NativeRep())
	estimator := &library.CostEstimator{SizeEstimator: &sizes{root: declared}}
	cost, err := env.EstimateCost(ast, estimator)
	if err != nil {
		return nil, err
	}
	result.MinCost, result.MaxCost = cost.Min, cost.Max
	limit := r.Limit
	if limit == 0 {
		limit = celconfig.PerCallLimit
	}
	program, err := env.Program(ast, cel.CostLimit(limit), cel.CostTracking(estimator), cel.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		result.ProgramError = err.Error()
		return result, nil
	}
	if r.Self == nil && !r.Evaluate {
		return result, nil
	}
	return result, r.evaluate(schema, program, result)
}

func environmentOf(declared *apiservercel.DeclType, optionalOldSelf bool) (*cel.Env, error) {
	oldType := declared.CelType()
	if optionalOldSelf {
		oldType = types.NewOptionalType(oldType)
	}
	set, err := environments.Extend(environment.VersionedOptions{
		IntroducedVersion: environment.DefaultCompatibilityVersion(),
		EnvOptions: []cel.EnvOption{
			cel.Variable(apiextensionscel.ScopedVarName, declared.CelType()),
			cel.Variable(apiextensionscel.OldScopedVarName, oldType),
		},
		DeclTypes: []*apiservercel.DeclType{declared},
	})
	if err != nil {
		return nil, err
	}
	return set.NewExpressionsEnv(), nil
}

func (r *expressionRequest) evaluate(schema *structuralschema.Structural, program cel.Program, result *expressionAnswer) error {
	if r.Root {
		schema = model.WithTypeAndObjectMeta(schema)
	}
	variables := map[string]any{}
	self, err := decode(r.Self)
	if err != nil {
		return err
	}
	if r.Self != nil {
		variables["self"] = apiextensionscel.UnstructuredToVal(self, schema)
	}
	old, err := decode(r.OldSelf)
	if err != nil {
		return err
	}
	switch {
	case r.OldSelf != nil && r.OptionalOldSelf:
		variables["oldSelf"] = types.OptionalOf(apiextensionscel.UnstructuredToVal(old, schema))
	case r.OldSelf != nil:
		variables["oldSelf"] = apiextensionscel.UnstructuredToVal(old, schema)
	case r.OptionalOldSelf:
		variables["oldSelf"] = types.OptionalNone
	}
	out, details, err := program.Eval(variables)
	if details != nil {
		result.Cost = details.ActualCost()
	}
	if err != nil {
		result.EvaluationError = err.Error()
		return nil
	}
	if out == nil {
		return fmt.Errorf("no value")
	}
	encoded := encode(out)
	result.Value = &encoded
	return nil
}

// sizes says what the schema knows of the sizes of values, as the estimator of rules does, which is not exported.
type sizes struct{ root *apiservercel.DeclType }

func (s *sizes) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	if len(element.Path()) == 0 {
		return nil
	}
	current := s.root
	for _, name := range element.Path()[1:] {
		switch name {
		case "@items", "@values":
			current = current.ElemType
		case "@keys":
			current = current.KeyType
		default:
			property, found := current.Fields[name]
			if !found {
				return nil
			}
			current = property.Type
		}
		if current == nil {
			return nil
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(current.MaxElements)}
}

func (s *sizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}
