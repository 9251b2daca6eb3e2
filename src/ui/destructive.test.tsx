import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { Button } from './Button.tsx';

afterEach(cleanup);

/** The parts of a button's style that do not depend on the brand's colours. */
const shapeOf = (name: string) => {
  const button = screen.getByRole('button', { name });
  return { isDashed: getComputedStyle(button).borderStyle === 'dashed', hasIcon: button.querySelector('svg') !== null };
};

describe('the button of an act that takes something from somebody', () => {
  test('differs from all others by its border and its icon, so that no palette can make them alike', async () => {
    await renderUi(
      <>
        <Button variant="primary">Approve</Button>
        <Button>Edit</Button>
        <Button variant="destructive" icon={<Trash2 aria-hidden />}>
          Delete
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Delete it
        </Button>
      </>,
    );
    expect(shapeOf('Delete')).toEqual({ isDashed: true, hasIcon: true });
    expect(shapeOf('Approve')).toEqual({ isDashed: false, hasIcon: false });
    expect(shapeOf('Edit')).toEqual({ isDashed: false, hasIcon: false });
    expect(shapeOf('Delete it')).toEqual({ isDashed: false, hasIcon: true });
  });
});
