import { testAreas } from '../../test-areas.ts';
import { definitionSchemaAreas } from './index.ts';

testAreas(definitionSchemaAreas);
