"""The GLSL sources: one rounded-box mesh for every thing, one surface shader, a depth and an id pass."""

VERTEX = """
#version 330
uniform mat4 clip;
uniform mat4 light_clip;
in vec4 in_corner;   // signs of the corner in x and y, direction within the corner's quarter
in vec3 in_edge;     // sign in z, cosine and sine of the edge's angle
in vec3 axis_x; in vec3 axis_y; in vec3 axis_z; in vec3 place;
in vec3 half_size; in vec2 rounding;   // corner radius in the face's plane, edge radius
in vec3 colour; in vec3 back; in vec4 surface;  // share of the back, gloss, pattern, material
in vec2 prints;      // layer on the front, id
out vec3 own; out vec3 own_normal; out vec3 world; out vec3 normal; out vec4 lit;
flat out vec3 v_half; flat out vec3 v_colour; flat out vec3 v_back; flat out vec4 v_surface;
flat out vec2 v_prints; flat out mat3 v_axes;
void main() {
    float R = rounding.x, r = rounding.y;
    vec2 dir = in_corner.zw;
    float inside = length(dir) > 0.5 ? 1.0 : 0.0;   // the centres of the two caps have no direction
    vec2 flat_xy = inside * (in_corner.xy * (half_size.xy - R) + dir * (R - r + r * in_edge.y));
    own = vec3(flat_xy, in_edge.x * (half_size.z - r) + r * in_edge.z);
    own_normal = vec3(dir * in_edge.y, in_edge.z);
    mat3 axes = mat3(axis_x, axis_y, axis_z);
    world = axes * own + place;
    normal = axes * own_normal;
    lit = light_clip * vec4(world, 1.0);
    v_half = half_size; v_colour = colour; v_back = back; v_surface = surface;
    v_prints = prints; v_axes = axes;
    gl_Position = clip * vec4(world, 1.0);
}
"""

DEPTH_FRAGMENT = """
#version 330
void main() {}
"""

COVER_FRAGMENT = """
#version 330
in vec3 world;
out vec4 shade;
void main() { shade = vec4(clamp(world.z, 0.0, 1.0) * 0.6 + 0.4); }
"""

ID_FRAGMENT = """
#version 330
flat in vec2 v_prints;
out vec4 shade;
void main() {
    float id = v_prints.y;
    shade = vec4(mod(id, 256.0), floor(id / 256.0), 0.0, 255.0) / 255.0;
}
"""

SURFACE_FRAGMENT = """
#version 330
uniform sampler2DArray faces;
uniform sampler2DArray props;
uniform sampler2D ground;
uniform sampler2D below;
uniform sampler2D cover;
uniform sampler2D mirrored_view;
uniform sampler2DShadow shadow;
uniform vec3 eye, sun, key, ambient, window, tint;
uniform float softness, window_size, glare, occlusion, table_scale, relief, cover_reach;
uniform float mirror, mirror_blur;
uniform vec3 room;
in vec3 own; in vec3 own_normal; in vec3 world; in vec3 normal; in vec4 lit;
flat in vec3 v_half; flat in vec3 v_colour; flat in vec3 v_back; flat in vec4 v_surface;
flat in vec2 v_prints; flat in mat3 v_axes;
out vec4 shade;

const vec2 DISK[6] = vec2[](vec2(0.0, 0.0), vec2(0.72, 0.31), vec2(-0.27, 0.81), vec2(-0.80, -0.18),
    vec2(0.16, -0.76), vec2(0.45, -0.35));

float sunlight(vec3 n) {
    vec3 p = lit.xyz / lit.w * 0.5 + 0.5;
    float bias = 0.0012 + 0.003 * (1.0 - max(dot(n, sun), 0.0));
    float sum = 0.0;
    for (int i = 0; i < 6; ++i) sum += texture(shadow, vec3(p.xy + DISK[i] * softness, p.z - bias));
    return sum / 6.0;
}

vec3 surroundings(vec3 d) {
    float up = d.z * 0.5 + 0.5;
    vec3 sky = mix(ambient * room * 0.5, ambient * 1.5, up * up);
    float near = dot(d, window);
    float edge = smoothstep(1.0 - window_size, 1.0 - window_size * 0.45, near);
    return sky + glare * 3.5 * edge * key;
}

float grain(vec3 p) {
    return sin(p.x * 61.0 + 2.6 * sin(p.y * 3.1) + sin(p.y * 17.0)) * 0.5 + 0.5 * sin(p.x * 23.0 + p.y * 2.0);
}

void main() {
    float material = v_surface.w;
    vec3 n = normalize(normal);
    vec3 base = v_colour;
    float gloss = v_surface.y;
    vec2 uv = vec2(0.5 + own.x / (2.0 * v_half.x), 0.5 - own.y / (2.0 * v_half.y));
    vec2 ddx = dFdx(uv), ddy = dFdy(uv);
    vec2 table_uv = world.xy / table_scale;
    vec2 tdx = dFdx(table_uv), tdy = dFdy(table_uv);
    if (material < 0.5) {                                     // a tile
        float seam = -v_half.z + 2.0 * v_half.z * v_surface.x;
        float blur = 0.004;
        float is_back = v_surface.x <= 0.0 ? 0.0 : 1.0 - smoothstep(seam - blur, seam + blur, own.z);
        base = mix(v_colour, v_back, is_back);
        base *= 1.0 + is_back * v_surface.z * 0.16 * grain(own);
        base *= 1.0 - 0.22 * exp(-pow((own.z - seam) / 0.006, 2.0)) * step(0.001, v_surface.x);
        if (own_normal.z > 0.3 && v_prints.x > -0.5) {
            vec4 ink = textureGrad(faces, vec3(uv, v_prints.x), ddx, ddy);
            float dx = textureGrad(faces, vec3(uv + vec2(0.012, 0.0), v_prints.x), ddx, ddy).a - ink.a;
            float dy = textureGrad(faces, vec3(uv + vec2(0.0, 0.009), v_prints.x), ddx, ddy).a - ink.a;
            base = base * (1.0 - ink.a) + ink.rgb;
            n = normalize(n + v_axes * vec3(dx, -dy, 0.0) * relief);
            gloss *= 1.0 - 0.35 * ink.a;
        }
    } else if (material < 1.5) {                              // a thing, perhaps with a print on top
        if (own_normal.z > 0.6 && v_prints.x > -0.5)
            base = textureGrad(props, vec3(uv, v_prints.x), ddx, ddy).rgb;
    } else if (material < 2.5) {                              // the table
        base = textureGrad(ground, table_uv, tdx, tdy).rgb * tint;
    } else {                                                  // the floor or a wooden rim
        vec2 where = abs(n.z) > 0.5 ? table_uv : (abs(n.y) > 0.5 ? world.xz : world.yz) / table_scale;
        base = textureGrad(below, where * 0.8, tdx * 0.8, tdy * 0.8).rgb * v_colour;
    }
    base = pow(base, vec3(2.2));
    vec3 v = normalize(eye - world);
    float facing = max(dot(n, sun), 0.0);
    float sunny = facing > 0.0 ? sunlight(normalize(normal)) : 0.0;
    float wrap = material < 0.5 ? 0.25 : 0.05;
    float diffuse = max((dot(n, sun) + wrap) / (1.0 + wrap), 0.0) * mix(0.25 * wrap, 1.0, sunny);
    float shut = textureLod(cover, world.xy / (2.0 * cover_reach) + 0.5, 4.0).r;
    float near = textureLod(cover, world.xy / (2.0 * cover_reach) + 0.5, 2.5).r;
    float low = exp(-max(world.z, 0.0) * 3.0);
    float open = 1.0 - occlusion * low * clamp(0.55 * shut + 0.55 * near, 0.0, 1.0);
    if (material < 0.5 && n.z > 0.6) open = 1.0;
    vec3 sky = mix(ambient * room, ambient, n.z * 0.5 + 0.5);
    vec3 light = key * diffuse + sky * open;
    vec3 colour = base * light;
    vec3 mirrored = reflect(-v, n);
    float fresnel = 0.035 + 0.5 * pow(1.0 - max(dot(n, v), 0.0), 5.0);
    colour += gloss * fresnel * surroundings(mirrored) * 1.6 * mix(open, 1.0, 0.4);
    float shine = pow(max(dot(normalize(sun + v), n), 0.0), mix(12.0, 160.0, gloss));
    colour += key * gloss * shine * sunny * 0.35;
    if (mirror > 0.0 && material > 1.5 && material < 2.5 && n.z > 0.9) {   // a polished table
        vec2 at = gl_FragCoord.xy / vec2(textureSize(mirrored_view, 0));
        vec4 other = textureLod(mirrored_view, at, mirror_blur);
        float share = mirror * (0.35 + 0.65 * pow(1.0 - max(dot(n, v), 0.0), 3.0)) * other.a;
        colour = mix(colour, pow(other.rgb / max(other.a, 0.01), vec3(2.2)), share);
    }
    shade = vec4(pow(max(colour, 0.0), vec3(1.0 / 2.2)), 1.0);
}
"""
