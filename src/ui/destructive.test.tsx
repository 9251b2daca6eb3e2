import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import { renderUi } from '../../tests/support/renderUi.tsx';
import { Button } from './Button.tsx';

afterEach(cleanup);

/** The parts of a button's style that do not depend on the brand's colours. */
const shapeOf = (name: string) => {
  const button = screen.getByRole('button', { name });
  const { borderTopColor } = getComputedStyle(button);
  return {
    hasBorder: !['transparent', 'rgba(0, 0, 0, 0)'].includes(borderTopColor),
    hasIcon: button.querySelector('svg') !== null,
  };
};

describe('the button of an act that takes something from somebody', () => {
  test('is never louder than the primary act, and differs from the others by its icon in every palette', async () => {
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
    expect(shapeOf('Delete')).toEqual({ hasBorder: false, hasIcon: true });
    expect(shapeOf('Approve')).toEqual({ hasBorder: true, hasIcon: false });
    expect(shapeOf('Edit')).toEqual({ hasBorder: true, hasIcon: false });
    expect(shapeOf('Delete it')).toEqual({ hasBorder: true, hasIcon: true });
  });
});
